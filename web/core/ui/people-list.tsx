import { useState } from 'react'
import { shownCount } from '#web/core/texts/counts.ts'
import styles from './people-list.module.css'
import { SmallButton } from './small-button.tsx'

export interface ListedPerson {
  who: string
  /** More about them, in small letters. */
  more?: string | undefined
  /** The effect on them, or the reason for none. */
  why?: string | undefined
  /** It is shown as a problem. */
  isRefused: boolean
}

const shownAtOnce = 200

/** People with what an act does to each. Shows more than 200 on request. */
export function PeopleList({ label, people }: { label: string; people: ListedPerson[] }) {
  const [mostShown, setMostShown] = useState(shownAtOnce)
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard */}
      <ul className={`card lines ${styles.list}`} tabIndex={0} aria-label={label}>
        {people.slice(0, mostShown).map(({ who, more, why, isRefused }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two people may have one name
          <li key={index}>
            <span className={styles.person}>
              <span className="cut">{who}</span>
              {more && <span className="muted tiny anywhere">{more}</span>}
            </span>
            {why && (
              <span className={`small ${styles.verdict} ${isRefused ? styles.refused : 'muted'}`}>{why}</span>
            )}
          </li>
        ))}
      </ul>
      {people.length > mostShown && (
        <div className="row">
          <SmallButton onClick={() => setMostShown(mostShown + shownAtOnce)}>
            Show more ({shownCount(people.length - mostShown)})
          </SmallButton>
        </div>
      )}
    </>
  )
}
