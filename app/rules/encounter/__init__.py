"""The frame that every system's fights, chases and scenes share: who is in it, whose turn it is, who may see what.

How a system plugs in:

1. **Shapes.** `fighter`, the state of one combatant (what moves in a fight; the sheet stands beside it), and `scene`,
   what belongs to nobody alone, such as the strike under way. Frozen `Value`s with tuples, never lists: states share
   what hasn't changed.
2. **Commands.** A body for each (`ActorCommand` with a literal `type`), and a `CommandKind` with `decide(play, body)`:
   check everything and refuse, then throw, then tell what happened. Who may, when, and whether a window must be
   answered first has been checked. The frame's own commands take fields of the system's by subclassing
   (`frame_bodies`).
3. **Facts.** What can happen: a `Fact` for each, with a literal `type`, noun and past, and marks that say of whom each
   part tells. `Id` and `Ids` name combatants; `Annotated[int | None, Of("target")]` is a number from the target's
   sheet. From the marks the frame makes what each viewer gets, and `tell` speaks only of what is left.
   `play.happened(fact, play.changed(id, stamina=7), scene=...)` tells it, and puts the new states in place; what is no
   news of its own goes in by `play.put` and `play.put_scene`.
4. **Windows.** `play.ask(kind, for_, options)` stops for a choice. The handler of an answer calls
   `play.answered(actor)` (True: that was the last) or `play.close_window()`, and goes on with what was under way, which
   stands in `scene`.
5. **Hooks.** Everything else the frame asks `EncounterRules`, one method for each moment: initiative (`place`), the
   start and end of turns, who is out, what the end leaves on a character, what is shown. Override what the rules speak
   of.

`decide(command, encounter, dice, table=, viewer=, ids=)` holds all rules and all chance, and changes nothing.
`evolve(encounter, event)` puts an event's changes in place and knows no rule: an event holds what is different after
it, so that a replay never rolls. Conditions with their expiry, order, rounds, who is hidden, `legal`, texts and undo
are the frame's. Ids come from the caller; nothing here counts where a player could see it.

What its keeper needs: `stored` (states, steps and events as text, whatever version wrote them), `history` (what undo
and redo come to), `views`, `telling`, `legal`, `timeline` and `dry_run` (what a viewer gets), `schemas` (bodies read by
their type, and the docs). What a system must hold however it is played, `tests/rules/encounter` plays: every offer is
accepted, what is refused changes nothing, numbers stay within `bounds`, undo gives every byte, and two games that
differ only in what is hidden give players the same.
"""
