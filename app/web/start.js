// Opens the docs page. A file of its own, because the page's policy allows no script inside it.
"use strict";

window.ui = SwaggerUIBundle({
  url: document.currentScript.dataset.openapi,
  dom_id: "#docs",
  deepLinking: true,
  displayRequestDuration: true,
  docExpansion: "list",
  defaultModelsExpandDepth: -1,
  filter: true,
  persistAuthorization: true,
  tryItOutEnabled: true,
  validatorUrl: null,
});
