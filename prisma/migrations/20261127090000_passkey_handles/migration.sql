-- An unknown passkey is reported to its browser only where it names an account of this service.
CREATE UNIQUE INDEX "passkey_owners_user_handle_key" ON "passkey_owners" ("user_handle");
