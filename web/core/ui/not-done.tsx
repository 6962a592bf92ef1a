import { Text } from '@mantine/core'
import type { ListedPerson } from './people-list.tsx'
import { PeopleList } from './people-list.tsx'

/** The people for whom a bulk job did nothing, with the reasons. */
export function NotDone({ people }: { people: Omit<ListedPerson, 'isRefused'>[] }) {
  if (people.length === 0) return null
  return (
    <section aria-label="Not done">
      <Text size="sm" fw={600} mb={6}>
        Not done
      </Text>
      <PeopleList label="Not done" people={people.map((person) => ({ ...person, isRefused: true }))} />
    </section>
  )
}
