import { Text } from '@mantine/core'
import styles from './people-list.module.css'

interface Person {
  who: string
  more?: string
  why: string
}

/** The people for whom a bulk job did nothing, with the reasons. */
export function NotDone({ people }: { people: Person[] }) {
  if (people.length === 0) return null
  return (
    <section aria-label="Not done">
      <Text size="sm" fw={600} mb={6}>
        Not done
      </Text>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard */}
      <ul className={`card lines ${styles.list}`} tabIndex={0} aria-label="Not done">
        {people.map(({ who, more, why }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two people may have one name
          <li key={index}>
            <span className={styles.person}>
              <span className="cut">{who}</span>
              {more && <span className="muted tiny anywhere">{more}</span>}
            </span>
            <span className={`small ${styles.verdict} ${styles.refused}`}>{why}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
