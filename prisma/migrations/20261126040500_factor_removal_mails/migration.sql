-- A removal of lost factors waits for 24 hours from the first mail that was sent of it, and a link stops that one only.
ALTER TABLE "factor_removals"
  ADD COLUMN "id" TEXT NOT NULL DEFAULT gen_random_uuid()::text,
  ADD COLUMN "mailed_at" TIMESTAMPTZ(3),
  ADD COLUMN "mailed_to" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[];
