import { Input, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { RotateCcw, Search } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { useEffect, useId, useState } from 'react'
import { longest } from '#contract/core/fields.ts'
import { counted } from '#web/core/texts/counts.ts'
import type { DialogProps } from '#web/core/ui/later.tsx'
import { LazyModal } from '#web/core/ui/lazy-modal.tsx'
import { SmallButton } from '#web/core/ui/small-button.tsx'
import styles from './admin-search.module.css'
import type { Found } from './admin-search-results.ts'
import { useSearchResults } from './admin-search-results.ts'

const pauseMs = 300

interface Props extends DialogProps {
  /** Returns, once, what was typed before the field had the focus. */
  takeEarly: () => string
}

/** A field that finds people, registrations, events and pages. Arrow keys choose a result, Enter opens it. */
export default function AdminSearchDialog({ isOpen, onClose, takeEarly }: Props) {
  return (
    <LazyModal opened={isOpen} onClose={onClose} title="Search" size={620} yOffset="10dvh">
      <Finder onDone={onClose} takeEarly={takeEarly} />
    </LazyModal>
  )
}

function Finder({ onDone, takeEarly }: { onDone: () => void; takeEarly: () => string }) {
  const id = useId()
  const navigate = useNavigate()
  const [typed, type] = useState('')
  const [place, setPlace] = useState(0)
  const text = typed.trim()
  const [sent] = useDebouncedValue(text, pauseMs)
  const { groups, isWaiting, retry } = useSearchResults(text, sent)
  const all = groups.flatMap(({ found }) => found)
  const active = all[Math.min(place, all.length - 1)]
  const idOf = (found: Found) => `${id}-${found.id}`
  const activeId = active && idOf(active)
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])

  function open({ link }: Found) {
    onDone()
    void navigate(link as never)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (!active || event.nativeEvent.isComposing) return
    const steps = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (steps) setPlace((all.indexOf(active) + steps + all.length) % all.length)
    else if (event.key === 'Enter') open(active)
    else return
    event.preventDefault()
  }

  return (
    <>
      <TextInput
        data-autofocus
        size="md"
        role="combobox"
        aria-label="Search people, registrations, events and pages"
        aria-expanded={all.length > 0}
        aria-controls={id}
        aria-activedescendant={activeId}
        aria-autocomplete="list"
        autoComplete="off"
        placeholder="Name, email, phone, event or page"
        leftSection={<Search />}
        maxLength={longest.line}
        value={typed}
        onFocus={() => type((text) => text + takeEarly())}
        onChange={(event) => {
          type(event.currentTarget.value)
          setPlace(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div id={id} role="listbox" aria-label="Results" className={styles.list}>
        {groups.map(({ label, found }) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is no group of options
          <div key={label} role="group" aria-labelledby={`${id}-${label}`}>
            <div id={`${id}-${label}`} className={`muted tiny strong ${styles.group}`}>
              {label}
            </div>
            {found.map((each) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys and the focus
              <div
                key={each.id}
                id={idOf(each)}
                role="option"
                tabIndex={-1}
                aria-selected={each === active}
                className={styles.option}
                onMouseDown={(press) => press.preventDefault()}
                onMouseMove={() => setPlace(all.indexOf(each))}
                onClick={() => open(each)}
              >
                <span className="strong cut">{each.label}</span>
                {each.about && <span className={`muted small cut ${styles.about}`}>{each.about}</span>}
              </div>
            ))}
          </div>
        ))}
      </div>
      {retry && (
        <div className="spread">
          <Input.Error role="alert">Couldn't search people and registrations.</Input.Error>
          <SmallButton icon={RotateCcw} onClick={retry}>
            Try again
          </SmallButton>
        </div>
      )}
      <p role="status" className={all.length > 0 && !isWaiting ? 'unseen' : `muted small ${styles.status}`}>
        {wordsFor(all.length, isWaiting, retry !== undefined)}
      </p>
    </>
  )
}

function wordsFor(results: number, isWaiting: boolean, hasFailed: boolean) {
  if (isWaiting) return 'Searching…'
  if (results > 0) return counted(results, 'result')
  return hasFailed ? '' : 'No results. Check the spelling, or type less.'
}
