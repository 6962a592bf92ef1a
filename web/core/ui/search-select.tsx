import type { TextInputProps } from '@mantine/core'
import { TextInput } from '@mantine/core'
import { ChevronsUpDown } from 'lucide-react'
import type { KeyboardEvent, MouseEvent } from 'react'
import { useEffect, useId, useRef, useState } from 'react'
import type { Choice } from './choices.ts'
import { findChoices } from './choices.ts'
import styles from './search-select.module.css'

type Props = Omit<TextInputProps, 'onChange' | 'value'> & {
  choices: readonly Choice[]
  value: string
  onChange: (value: string) => void
}

/**
 * A picker with search. A text typed in full, or filled in by the browser, counts as chosen. It is a plain input and a plain list:
 * Mantine's would weigh a seventh of the registration page, and hundreds of its options would block a phone for half a second.
 */
export function SearchSelect({ choices, value, onChange, onFocus, onBlur, ...props }: Props) {
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [search, setSearch] = useState<string>()
  const [isOpen, setOpen] = useState(false)
  const [isAbove, setAbove] = useState(false)
  /** The place of the option that Enter chooses; -1 for none. */
  const [marked, setMarked] = useState(-1)
  const chosen = choices.find((choice) => choice.value === value)
  const found = isOpen ? findChoices(choices, search ?? '', value) : []
  const optionId = (place: number) => `${listId}-${place}`

  useEffect(() => {
    if (!isOpen) return
    const shown = marked >= 0 || !chosen ? marked : found.indexOf(chosen)
    document.getElementById(optionId(shown))?.scrollIntoView({ block: 'nearest' })
  })
  // Text may have been typed before hydration.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it does
  useEffect(() => {
    const typed = input.current?.value ?? ''
    if (typed === '' || chosen) return
    setSearch(typed)
    open()
  }, [])

  return (
    <div className={styles.picker}>
      <TextInput
        ref={input}
        value={search ?? chosen?.label ?? ''}
        rightSection={<ChevronsUpDown size={16} color="var(--muted)" />}
        rightSectionPointerEvents="none"
        role="combobox"
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={isOpen && marked >= 0 ? optionId(marked) : undefined}
        autoComplete="off"
        // Escape closes the list, not the dialog around it.
        data-mantine-stop-propagation={isOpen || undefined}
        onClick={open}
        onFocus={(event) => {
          // Text typed before hydration must not be selected.
          if (chosen) event.currentTarget.select()
          onFocus?.(event)
        }}
        onChange={({ currentTarget }) => {
          const typed = typedBeside(currentTarget.value)
          open()
          setSearch(typed)
          // Enter in an empty search must not replace the choice.
          setMarked(typed ? 0 : -1)
        }}
        onKeyDown={pressKey}
        onBlur={(event) => {
          chooseTyped()
          close()
          onBlur?.(event)
        }}
        {...props}
      />
      {isOpen && (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the input has the keys, and clicks what they have marked
        <div
          id={listId}
          role="listbox"
          aria-label={props['aria-label'] ?? String(props.label)}
          className={`card ${styles.list}`}
          data-above={isAbove || undefined}
          onMouseDown={(press) => press.preventDefault()}
          onClick={chooseClicked}
        >
          {found.map((choice, place) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the input
            <div
              key={choice.value}
              id={optionId(place)}
              role="option"
              aria-selected={choice === chosen}
              data-marked={place === marked || undefined}
              data-value={choice.value}
            >
              {choice.text ?? choice.label}
            </div>
          ))}
          {found.length === 0 && (
            // biome-ignore lint/a11y/useFocusableInteractive: as above
            <div role="option" aria-selected={false} aria-disabled>
              No results
            </div>
          )}
        </div>
      )}
    </div>
  )

  // While the input shows the choice, only the text typed after it is the search.
  function typedBeside(text: string) {
    const label = chosen?.label
    if (label === undefined || search !== undefined || !text.startsWith(label)) return text
    return text.slice(label.length) || undefined
  }

  /** An open picker is an empty search box. The list marks the current choice. */
  function open() {
    if (isOpen) return
    setSearch((typed) => typed ?? '')
    setAbove(hasMoreRoomAbove(input.current))
    setOpen(true)
  }

  function close() {
    setSearch(undefined)
    setMarked(-1)
    setOpen(false)
  }

  function choose(next: string) {
    onChange(next)
    close()
  }

  function chooseClicked({ target }: MouseEvent) {
    const { value: next } = (target as Element).closest<HTMLElement>('[data-value]')?.dataset ?? {}
    if (next !== undefined) choose(next)
  }

  function pressKey(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      if (isOpen) mark(marked + step)
      else openAtChoice()
    } else if (event.key === 'Enter' && isOpen) {
      // Enter chooses the first result, even before the list marks it.
      const next = found[marked] ?? (search ? found[0] : undefined)
      if (marked >= 0 || search) event.preventDefault()
      if (next) choose(next.value)
    } else if (event.key === 'Escape') {
      close()
    }
  }

  /** The first option follows the last. */
  function mark(place: number) {
    setMarked(found.length === 0 ? -1 : (place + found.length) % found.length)
  }

  function openAtChoice() {
    open()
    setMarked(
      Math.max(
        0,
        findChoices(choices, '', value).findIndex((choice) => choice.value === value),
      ),
    )
  }

  function chooseTyped() {
    const typed = search?.trim().toLowerCase()
    if (!typed) return
    const isTyped = ({ value, label, keywords }: Choice) =>
      [value, label, keywords].some((word) => word?.toLowerCase() === typed)
    // If several choices share the text, the current one stays.
    const exact = chosen && isTyped(chosen) ? chosen : choices.find(isTyped)
    if (exact && exact.value !== value) onChange(exact.value)
  }
}

/** The list's greatest height in px, as in the stylesheet. */
const listHeight = 300

function hasMoreRoomAbove(input: HTMLElement | null) {
  const { top = 0, bottom = 0 } = input?.getBoundingClientRect() ?? {}
  const below = window.innerHeight - bottom
  return below < listHeight && top > below
}
