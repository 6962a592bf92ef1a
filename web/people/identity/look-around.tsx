import type { ComponentType } from 'react'
import { useEffect, useState } from 'react'
import type { DemoAccount } from '#contract/people/sessions/demo-accounts.ts'
import { tryCode } from '#web/core/code.ts'

const load = () => import('./look-around-bar.tsx')

interface Props {
  isAdministration?: boolean
}

interface Demo {
  accounts: readonly DemoAccount[]
  Bar: ComponentType<Props & { accounts: readonly DemoAccount[] }>
}

/** Offers the accounts of a demo on the machine that runs it. Its code is fetched only for them, after the page is drawn. */
export function LookAround(props: Props) {
  const [demo, setDemo] = useState<Demo>()
  useEffect(() => {
    if (!/^(localhost|127\.[\d.]+|\[::1\])$/.test(location.hostname)) return
    let isHere = true
    void findAccounts()
      .then(async (accounts) => {
        if (accounts.length === 0) return
        const code = await tryCode(load)
        if (isHere) setDemo({ accounts, Bar: code.default })
      })
      .catch(() => undefined)
    return () => {
      isHere = false
    }
  }, [])
  return demo ? <demo.Bar accounts={demo.accounts} {...props} /> : null
}

/** Returns the accounts of the demo, if this is one. Asks without the contract, whose schemas most pages do not need. */
async function findAccounts(): Promise<DemoAccount[]> {
  const answer = await fetch('/api/public/look-around')
  if (!answer.ok) return []
  const { data } = (await answer.json()) as { data: { accounts: DemoAccount[] } }
  return data.accounts
}
