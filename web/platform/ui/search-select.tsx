import { Select, type SelectProps } from '@mantine/core'
import { type KeyboardEvent, useMemo, useReducer, useState } from 'react'
import styles from './search-select.module.css'

export interface Choice {
  value: string
  /** What the input shows when it is chosen. */
  label: string
  /** What is shown in the list, where that is more. */
  text?: string
  /** What else finds it. */
  keywords?: string
}

type Props = Omit<SelectProps, 'data' | 'filter' | 'renderOption' | 'onChange' | 'value'> & {
  choices: readonly Choice[]
  value: string
  onChange: (value: string) => void
}

/** A picker with search. What is typed out in full counts as chosen, also by a browser's autofill. */
export function SearchSelect({ choices, value, onChange, onFocus, onBlur, comboboxProps, ...props }: Props) {
  const [search, setSearch] = useState<string>()
  const chosen = choices.find((choice) => choice.value === value)
  const data = useMemo(() => found(choices, search ?? '', value), [choices, search, value])
  // Mantine learns its list's id once that is drawn, and tells a screen reader with what is drawn next.
  const [, drawAgain] = useReducer((times: number) => times + 1, 0)

  return (
    <Select
      searchable
      // With nothing typed, Enter must not replace what is chosen.
      selectFirstOptionOnChange={Boolean(search)}
      allowDeselect={false}
      // The list itself scrolls and stays in the page's own part, where a screen reader expects it.
      withScrollArea={false}
      classNames={{ options: styles.options ?? '' }}
      nothingFoundMessage="Nothing found"
      data={data}
      value={chosen ? value : null}
      searchValue={search ?? chosen?.label ?? ''}
      onSearchChange={(text) => setSearch(typedBeside(chosen?.label, text))}
      // Opened, it is a search box that says what to type; what is chosen stays marked in the list.
      onDropdownOpen={() => {
        setSearch((typed) => typed ?? '')
        requestAnimationFrame(drawAgain)
      }}
      onDropdownClose={() => setSearch(undefined)}
      onChange={(next) => {
        setSearch(undefined)
        if (next !== null) onChange(next)
      }}
      // It would show all where what is typed is what is chosen.
      filter={({ options }) => options}
      renderOption={({ option }) =>
        choices.find((choice) => choice.value === option.value)?.text ?? option.label
      }
      openOnFocus={false}
      onFocus={(event) => {
        event.currentTarget.select()
        onFocus?.(event)
      }}
      onKeyDown={chooseByEnter}
      onBlur={(event) => {
        chooseTyped()
        onBlur?.(event)
      }}
      // Hundreds of choices are drawn when somebody opens them, not with the page.
      comboboxProps={{
        withinPortal: false,
        keepMounted: false,
        transitionProps: { duration: 0 },
        ...comboboxProps,
      }}
      {...props}
    />
  )

  // While the input shows what is chosen, only what is typed after it searches.
  function typedBeside(label: string | undefined, text: string): string | undefined {
    if (label === undefined || search !== undefined || !text.startsWith(label)) return text
    return text.slice(label.length) || undefined
  }

  // The first that is found, also where Enter comes before the list could mark it; after this, Mantine takes a marked one.
  function chooseByEnter(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !search) return
    event.preventDefault()
    const [first] = data
    if (first) onChange(first.value)
    setSearch(undefined)
  }

  function chooseTyped() {
    const typed = search?.trim().toLowerCase()
    const isTyped = ({ value, label, keywords }: Choice) =>
      [value, label, keywords].some((word) => word?.toLowerCase() === typed)
    // Of several that share what was typed, the chosen one stays.
    const exact = chosen && isTyped(chosen) ? chosen : choices.find(isTyped)
    if (exact && exact.value !== value) onChange(exact.value)
    if (exact) setSearch(undefined)
  }
}

/** What holds the typed text: the very same first, the chosen one before others; then what begins with it, or has a word that does. */
function found(choices: readonly Choice[], typed: string, chosen: string) {
  const wanted = typed.trim().toLowerCase()
  return choices
    .map((choice) => ({ choice, rank: rankOf(choice, wanted, chosen) }))
    .filter(({ rank }) => rank !== notFound)
    .sort((a, b) => a.rank - b.rank)
    .map(({ choice: { value, label } }) => ({ value, label }))
}

const notFound = Number.POSITIVE_INFINITY

function rankOf({ value, label, text = '', keywords = '' }: Choice, wanted: string, chosen: string): number {
  if (wanted === '') return 0
  const words = [value, label, text, keywords].map((word) => word.toLowerCase())
  if (words.some((word) => word === wanted)) return value === chosen ? 0 : 1
  if (words.some((word) => word.startsWith(wanted))) return 2
  if (words.some((word) => word.includes(` ${wanted}`))) return 3
  return words.some((word) => word.includes(wanted)) ? 4 : notFound
}
