CREATE TABLE "application_uses" (
    "application_id" TEXT NOT NULL,
    "used_on" DATE NOT NULL,

    CONSTRAINT "application_uses_pkey" PRIMARY KEY ("application_id")
);

ALTER TABLE "application_uses" ADD CONSTRAINT "application_uses_application_id_fkey"
  FOREIGN KEY ("application_id") REFERENCES "applications"("id") ON DELETE CASCADE ON UPDATE CASCADE;
