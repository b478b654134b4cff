-- Pages of the applications of all owners begin anywhere.
CREATE INDEX "applications_created_at_id_idx" ON "applications" ("created_at", "id");
