// Asks the provider "model" for a greeting, and exits with it.
omw.provider.get("model").chat("any-model", [{ role: "user", content: "Greet me." }], []).content;
