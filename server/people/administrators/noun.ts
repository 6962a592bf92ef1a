import { sql } from 'kysely'
import type { Administrator } from '#contract/people/administrators/calls.ts'
import * as calls from '#contract/people/administrators/calls.ts'
import type { AdministratorRole } from '#contract/people/administrators/roles.ts'
import type { Caller } from '#server/core/http/serve.ts'
import { serve } from '#server/core/http/serve.ts'
import { forDays, job, noun } from '#server/noun.ts'
import { nameOrEmailOf } from '#server/people/users/queries.ts'
import { changeOwnName } from '#server/people/users/user-updates.ts'
import type { Db } from '#server/services.ts'
import type { Work } from '#server/work.ts'
import { serveWrite, write } from '#server/work.ts'
import { changeAdministratorRole, inviteAdministrator, removeAdministrator } from './administrators.ts'
import { tellRoleChange } from './jobs.ts'

/** Serves the administrators; `refuseUnproven` refuses a caller without a recent proof. */
declare module '#server/jobs.ts' {
  interface Jobs {
    'tell-role-change': {
      userId: string
      from: AdministratorRole
      to: AdministratorRole
      changedBy: string
      /** An ISO instant. */
      changedAt: string
    }
  }
}

export default (refuseUnproven: (work: Work, caller: Caller) => Promise<void>) =>
  noun({
    calls: [calls],
    serve(gate, services) {
      const { db, identity } = services
      serve(gate, calls.getAdministrators, async () => ({ administrators: await listAdministrators(db) }))
      serveWrite(gate, services, calls.inviteAdministrator, async (work, body, { caller }) => {
        await refuseUnproven(work, caller)
        await inviteAdministrator(work, identity, body)
      })
      serveWrite(gate, services, calls.changeOwnName, async (work, body, { caller }) => ({
        userData: await changeOwnName(work, caller.userId, body),
      }))
      // Without the role, whose lock would deadlock two administrators who change each other.
      serve(gate, calls.changeAdministratorRole, ({ caller: { userId }, caller, body }) =>
        write(services, { userId }, async (work) => {
          await refuseUnproven(work, caller)
          await changeAdministratorRole(work, body)
        }),
      )
      serve(gate, calls.removeAdministrator, ({ caller: { userId }, caller, body }) =>
        write(services, { userId }, async (work) => {
          await refuseUnproven(work, caller)
          await removeAdministrator(work, identity, body)
        }),
      )
    },
    jobs: [
      job('tell-role-change', {
        verb: tellRoleChange,
        follows: {
          'administrator-role-changed': ({ roleChange }) => (roleChange ? [{ data: roleChange }] : []),
        },
        ...forDays,
      }),
    ],
  })

/** Returns all administrators and invitations, longest first. */
async function listAdministrators(db: Db): Promise<Administrator[]> {
  const { rows } = await sql<Administrator>`
    select a.user_id, a.role, trim(u.first_name || ' ' || u.last_name) as name, u.email, since, accepted_at,
      coalesce(${nameOrEmailOf('i')}, '') as invited_by,
      greatest(signed_in_at, (select max(last_seen_at) from sessions s where s.user_id = u.user_id and began_by in ('password', 'single-sign-on')))
        as last_seen_at,
      exists (select 1 from second_factors f where f.user_id = a.user_id) as has_second_factor
    from administrators a join users u using (user_id) left join users i on i.user_id = a.invited_by
    order by since, a.user_id`.execute(db)
  return rows
}
