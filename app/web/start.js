// Opens the docs page. A file of its own, because the page's policy allows no script inside it.
"use strict";

// Where a token is welcome but not needed there is no lock: a closed one would say that something is missing.
const openWhereNoTokenIsNeeded = {
  wrapComponents: {
    OperationSummary: (Summary, { React }) => (shown) => {
      const security = shown.operationProps.get("security");
      const open = security && security.some((needed) => needed.isEmpty());
      const operationProps = open ? shown.operationProps.set("security", security.clear()) : shown.operationProps;
      return React.createElement(Summary, { ...shown, operationProps });
    },
  },
};

window.ui = SwaggerUIBundle({
  url: document.currentScript.dataset.openapi,
  dom_id: "#docs",
  deepLinking: true,
  displayRequestDuration: true,
  docExpansion: "list",
  defaultModelsExpandDepth: -1,
  filter: true,
  plugins: [openWhereNoTokenIsNeeded],
  persistAuthorization: true,
  tryItOutEnabled: true,
  validatorUrl: null,
});
