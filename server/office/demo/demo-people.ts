import { demoAccounts } from '#contract/people/sessions/demo-accounts.ts'
import type { NewUser } from '#server/people/users/add-user.ts'
import { domains, firstNames, lastNames, oddNames, places } from './names.ts'

const demoPeopleCount = 400

/** The same people each time. The first is the technician with hours, and the second is new. */
export function demoPeople(): NewUser[] {
  const upTo = seeded(1991)
  const pick = <Item>(items: readonly Item[]) => items[upTo(items.length)] as Item
  return Array.from({ length: demoPeopleCount }, (_, place) => {
    const [first, last] = oddNames[(place - 20) / 40] ?? [pick(firstNames), pick(lastNames)]
    const [companyName, state, zip] = pick(places)
    const domain = pick(domains)
    const known = { country: 'United States', companyName, state, zip, phone: `+1||803555${number(place)}` }
    if (place === 0) {
      return { ...known, ...accountOf('technician'), firstName: 'Dana', lastName: 'Rivera-O’Neill' }
    }
    if (place === 1) return { ...known, ...accountOf('newcomer'), firstName: 'Noor', lastName: 'Haddad' }
    return {
      ...known,
      email: `${plain(first)}.${plain(last)}.${place}@${domain}`,
      firstName: first,
      lastName: last,
    }
  })
}

/** Returns a function that returns whole numbers from 0 to below `limit`, the same ones for a seed. */
export function seeded(seed: number): (limit: number) => number {
  let state = seed
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
}

function accountOf(account: keyof typeof demoAccounts) {
  return { email: demoAccounts[account].email }
}

function number(place: number) {
  return String(1000 + place)
}

/** Returns the plain letters of a name, in lower case. */
function plain(name: string) {
  const letters = name.normalize('NFKD').toLowerCase().replaceAll('ø', 'o').replaceAll('ł', 'l')
  return letters.replaceAll(/[^a-z]/g, '').slice(0, 20) || 'x'
}
