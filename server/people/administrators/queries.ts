import { sql } from 'kysely'
import type { Administrator } from '#contract/people/administrators/calls.ts'
import type { Db } from '#server/services.ts'

/** Returns all administrators and invitations, longest first. */
export async function listAdministrators(db: Db): Promise<Administrator[]> {
  const { rows } = await sql<Administrator>`
    select a.user_id, a.role, trim(u.first_name || ' ' || u.last_name) as name, u.email, since, accepted_at,
      coalesce(nullif(trim(i.first_name || ' ' || i.last_name), ''), i.email, '') as invited_by,
      greatest(signed_in_at, (select max(last_seen_at) from sessions s where s.user_id = u.user_id and began_by = 'password'))
        as last_seen_at,
      exists (select 1 from second_factors f where f.user_id = a.user_id) as has_second_factor
    from administrators a join users u using (user_id) left join users i on i.user_id = a.invited_by
    order by since, a.user_id`.execute(db)
  return rows
}
