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
 * A picker with search. What is typed out in full counts as chosen, also by a browser's autofill. Its list is plain: hundreds
 * of Mantine's options, in a box that is placed by script, would keep a phone busy for half a second.
 */
export function SearchSelect({ choices, value, onChange, onFocus, onBlur, ...props }: Props) {
  const listId = useId()
  const [search, setSearch] = useState<string>()
  const [isAbove, setAbove] = useState(false)
  const combobox = useCombobox({
    // Opened, it is a search box that says what to type; what is chosen stays marked in the list.
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
  // Typed before the page came to life.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it does
  useEffect(() => {
    const typed = (combobox.targetRef.current as HTMLInputElement | null)?.value ?? ''
    if (typed === '' || chosen) return
    setSearch(typed)
    combobox.openDropdown()
  }, [])
  // With nothing typed, Enter must not replace what is chosen.
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
            // Escape closes the list, not the dialog that it is in.
            data-mantine-stop-propagation={isOpen || undefined}
            onClick={() => combobox.openDropdown()}
            onFocus={(event) => {
              // Not what was typed before the page came to life, when this focus is told of.
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

  // While the input shows what is chosen, only what is typed after it searches.
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

  // The first that is found, also where Enter comes before it could be marked; a marked one is clicked after this.
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
    // Of several that share what was typed, the chosen one stays.
    const exact = chosen && isTyped(chosen) ? chosen : choices.find(isTyped)
    if (exact && exact.value !== value) onChange(exact.value)
  }
}

/** As high as the list can be (see the stylesheet). */
const listHeight = 300

function hasMoreRoomAbove(input: HTMLElement | null): boolean {
  const { top = 0, bottom = 0 } = input?.getBoundingClientRect() ?? {}
  const below = window.innerHeight - bottom
  return below < listHeight && top > below
}
