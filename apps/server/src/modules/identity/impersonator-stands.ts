import { sql, type RawBuilder, type SqlBool } from 'kysely'

/**
 * SQL condition on a session: nobody acts in the user's name, or whoever does is still logged in, let in themselves and a super
 * user. Ending the super user's own session, suspending them or taking their role ends what they opened; so does making a super
 * user of whom they act for.
 */
export const impersonatorStands = (
  now: Date,
): RawBuilder<SqlBool> => sql<SqlBool>`(session.impersonator_id is null or exists (
  select from session parent join app_user opener on opener.id = parent.user_id join app_user acted on acted.id = session.user_id
  where parent.id = session.parent_id and parent.ended_at is null and parent.expires_at > ${now}
    and opener.disabled_at is null and opener.user_type = 'SUPER_USER' and acted.user_type <> 'SUPER_USER'))`
