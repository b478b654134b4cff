-- The latest mails about an account, however many other events it has.
CREATE INDEX "audit_events_mail_account_id_at_id_idx" ON "audit_events" ("account_id", "at", "id")
  WHERE "event" IN ('mail.sent', 'mail.rejected');
