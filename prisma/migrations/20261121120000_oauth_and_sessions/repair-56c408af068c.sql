-- This text left the reference from accounts to the application that registered them.
ALTER TABLE "accounts" DROP CONSTRAINT "accounts_registered_by_id_fkey";
DROP INDEX "accounts_registered_by_id_idx";
