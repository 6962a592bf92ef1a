import { Loader, Stack } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { completeSingleSignOn } from '#contract/people/single-sign-ons/calls.ts'
import { useAct } from '#web/core/api/act.ts'
import { call } from '#web/core/api/call.ts'
import { portalName } from '#web/core/portal.ts'
import { PageHeading } from '#web/core/ui/page-heading.tsx'
import { enterAsAdministrator } from './admin-sign-in.ts'
import { AdminSignIn } from './admin-sign-in-form.tsx'

/** The page to which the provider of single sign-on sends the browser back. Its answer works once. */
export default function AdminSingleSignOnPage() {
  const { history } = useRouter()
  const hasBegun = useRef(false)
  const { act, problem } = useAct(async () => {
    const body = { answer: location.search.slice(1) }
    history.replace(await enterAsAdministrator(await call(completeSingleSignOn, { body })))
  })
  useEffect(() => {
    if (hasBegun.current) return
    hasBegun.current = true
    void act()
  }, [act])
  if (problem !== undefined) return <AdminSignIn problem={problem} />
  return (
    <Stack>
      <PageHeading description={`Administration of the ${portalName}.`}>Signing you in</PageHeading>
      <Loader aria-label="Signing you in" />
    </Stack>
  )
}
