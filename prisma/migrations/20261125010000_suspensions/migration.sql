-- Accounts that an operator has suspended. The triggers of the table tell other nodes and subscribers.
ALTER TABLE "accounts" ADD COLUMN "suspended_at" TIMESTAMPTZ(3), ADD COLUMN "suspension_reason" TEXT;

-- A suspension is no change of a member.
CREATE OR REPLACE FUNCTION "changed_members"(before JSONB, after JSONB) RETURNS JSONB
LANGUAGE sql IMMUTABLE SET search_path FROM CURRENT AS $$
  SELECT jsonb_agg(DISTINCT COALESCE(renamed.member, now.key))
  FROM jsonb_each(after) AS now
  LEFT JOIN (VALUES
    ('notification_phone', 'default_notification_phone'),
    ('email_frequency', 'default_email_notification_frequency'),
    ('desktop_frequency', 'default_desktop_notification_frequency'),
    ('push_frequency', 'default_push_notification_frequency'),
    ('trending_email_frequency', 'default_trending_email_notification_frequency'),
    ('can_create_alert', 'permissions'),
    ('can_read_teammembers', 'permissions'),
    ('can_read_teamrequests', 'permissions'),
    ('can_read_quotastats', 'permissions'),
    ('subscribed_to_quota_exceeded', 'email_subscriptions'),
    ('client_secret_hash', 'client_secret')
  ) AS renamed (column_name, member) ON renamed.column_name = now.key
  WHERE now.value IS DISTINCT FROM before -> now.key
    AND now.key NOT IN ('revision', 'updated_at', 'email_key', 'password_hash', 'credentials_generation',
      'suspended_at', 'suspension_reason')
$$;

CREATE OR REPLACE FUNCTION "write_account_events"() RETURNS TRIGGER
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  subject JSONB := to_jsonb(COALESCE(NEW, OLD));
  account TEXT := COALESCE(subject ->> 'owner_id', subject ->> 'account_id', subject ->> 'id');
  members JSONB;
BEGIN
  IF TG_ARGV[0] = 'accounts' THEN
    IF TG_OP = 'INSERT' THEN
      PERFORM "write_account_event"('account.created', account, NEW."revision", '{}');
    ELSIF TG_OP = 'DELETE' THEN
      PERFORM "write_account_event"('account.deleted', account, OLD."revision" + 1, '{}');
    ELSE
      members := "changed_members"(to_jsonb(OLD), subject);
      IF members IS NOT NULL THEN
        PERFORM "write_account_event"('account.updated', account, NEW."revision",
          jsonb_build_object('members', members));
      END IF;
      IF NEW."email" <> OLD."email" THEN
        PERFORM "write_account_event"('email.changed', account, NEW."revision", '{}');
      END IF;
      IF NEW."suspended_at" IS NOT NULL AND OLD."suspended_at" IS NULL THEN
        PERFORM "write_account_event"('account.suspended', account, NEW."revision", '{}');
      ELSIF NEW."suspended_at" IS NULL AND OLD."suspended_at" IS NOT NULL THEN
        PERFORM "write_account_event"('account.restored', account, NEW."revision", '{}');
      END IF;
      IF NEW."credentials_generation" <> OLD."credentials_generation" THEN
        PERFORM "write_account_event"('password.changed', account, NEW."revision", '{}');
      END IF;
    END IF;
    RETURN NULL;
  END IF;

  IF NOT EXISTS (SELECT FROM "accounts" WHERE "id" = account) THEN
    RETURN NULL;
  END IF;
  IF TG_ARGV[0] = 'verified_emails' THEN
    PERFORM "write_account_event"('email.verified', account, NULL, '{}');
  ELSIF TG_ARGV[0] = 'grants' THEN
    PERFORM "write_account_event"(
      CASE TG_OP WHEN 'INSERT' THEN 'grant.created' ELSE 'grant.revoked' END,
      account, NULL, jsonb_build_object('application_id', subject -> 'application_id'));
  ELSIF TG_OP = 'UPDATE' THEN
    members := "changed_members"(to_jsonb(OLD), subject);
    IF members IS NOT NULL THEN
      PERFORM "write_account_event"('application.updated', account, NULL,
        jsonb_build_object('application_id', subject -> 'id', 'members', members));
    END IF;
  ELSE
    PERFORM "write_account_event"(
      CASE TG_OP WHEN 'INSERT' THEN 'application.created' ELSE 'application.deleted' END,
      account, NULL, jsonb_build_object('application_id', subject -> 'id'));
  END IF;
  RETURN NULL;
END
$$;
