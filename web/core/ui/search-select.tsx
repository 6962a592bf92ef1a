import { Combobox, TextInput, type TextInputProps, useCombobox } from '@mantine/core'
import { type KeyboardEvent, type MouseEvent, useEffect, useId, useState } from 'react'
import { type Choice, findChoices } from './choices.ts'
import styles from './search-select.module.css'

type Props = Omit<TextInputProps, 'onChange' | 'value'> & {
  choices: readonly Choice[]
  value: string
  onChange: (value: string) => void
}

/**
 * A picker with search. A text typed in full, or filled in by the browser, counts as chosen. Its list is plain HTML: hundreds
 * of Mantine's options would block a phone for half a second.
 */
export function SearchSelect({ choices, value, onChange, onFocus, onBlur, ...props }: Props) {
  const listId = useId()
  const [search, setSearch] = useState<string>()
  const [isAbove, setAbove] = useState(false)
  const combobox = useCombobox({
    // An open picker is an empty search box. The list marks the current choice.
    onDropdownOpen: () => {
      setSearch((typed) => typed ?? '')
      setAbove(hasMoreRoomAbove(combobox.targetRef.current))
    },
    onDropdownClose: () => {
      setSearch(undefined)
      combobox.resetSelectedOption()
    },
  })
  const { dropdownOpened: isOpen, setListId, selectFirstOption, updateSelectedOptionIndex } = combobox
  const chosen = choices.find((choice) => choice.value === value)
  const found = isOpen ? findChoices(choices, search ?? '', value) : []

  useEffect(() => setListId(listId), [setListId, listId])
  useEffect(() => {
    if (isOpen) updateSelectedOptionIndex('active', { scrollIntoView: true })
  }, [isOpen, updateSelectedOptionIndex])
  // Something may have been typed before React hydrated the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it does
  useEffect(() => {
    const typed = (combobox.targetRef.current as HTMLInputElement | null)?.value ?? ''
    if (typed === '' || chosen) return
    setSearch(typed)
    combobox.openDropdown()
  }, [])
  // Enter in an empty search must not replace the choice.
  useEffect(() => {
    if (search) selectFirstOption()
  }, [search, selectFirstOption])

  return (
    <div className={styles.picker}>
      <Combobox store={combobox}>
        <Combobox.EventsTarget withExpandedAttribute autoComplete={props.autoComplete ?? 'off'}>
          <TextInput
            value={search ?? chosen?.label ?? ''}
            rightSection={<Combobox.Chevron />}
            rightSectionPointerEvents="none"
            // Escape closes the list, not the dialog around it.
            data-mantine-stop-propagation={isOpen || undefined}
            onClick={() => combobox.openDropdown()}
            onFocus={(event) => {
              // Text that was typed before the hydration must not be selected.
              if (chosen) event.currentTarget.select()
              onFocus?.(event)
            }}
            onChange={({ currentTarget }) => {
              setSearch(typedBeside(currentTarget.value))
              combobox.openDropdown()
            }}
            onKeyDown={chooseFirst}
            onBlur={(event) => {
              chooseTyped()
              combobox.closeDropdown()
              onBlur?.(event)
            }}
            {...props}
          />
        </Combobox.EventsTarget>
      </Combobox>
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
              id={`${listId}-${place}`}
              role="option"
              aria-selected={choice === chosen}
              data-combobox-option
              data-combobox-active={choice === chosen || undefined}
              data-value={choice.value}
            >
              {choice.text ?? choice.label}
            </div>
          ))}
          {found.length === 0 && (
            // biome-ignore lint/a11y/useFocusableInteractive: as above
            <div role="option" aria-selected={false} aria-disabled>
              Nothing found
            </div>
          )}
        </div>
      )}
    </div>
  )

  // While the input shows the choice, only the text typed after it is the search.
  function typedBeside(text: string): string | undefined {
    const label = chosen?.label
    if (label === undefined || search !== undefined || !text.startsWith(label)) return text
    return text.slice(label.length) || undefined
  }

  function choose(next: string) {
    setSearch(undefined)
    onChange(next)
    combobox.closeDropdown()
  }

  function chooseClicked({ target }: MouseEvent) {
    const { value: next } = (target as Element).closest<HTMLElement>('[data-value]')?.dataset ?? {}
    if (next !== undefined) choose(next)
  }

  // Enter chooses the first result, also before the list marks it. A marked result is clicked by Mantine.
  function chooseFirst(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !search || combobox.getSelectedOptionIndex() >= 0) return
    event.preventDefault()
    if (found[0]) choose(found[0].value)
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

/** The greatest height of the list in px, as in the stylesheet. */
const listHeight = 300

function hasMoreRoomAbove(input: HTMLElement | null): boolean {
  const { top = 0, bottom = 0 } = input?.getBoundingClientRect() ?? {}
  const below = window.innerHeight - bottom
  return below < listHeight && top > below
}
