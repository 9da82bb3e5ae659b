"""Encounters in a campaign: kept, moved by commands, shown to whoever asks as far as they may see.

`kept` is what stands in the database, `shown` what a viewer gets, `bodies` how a command is read; `keeping`, `moving`
and `looking` are the use cases.
"""
