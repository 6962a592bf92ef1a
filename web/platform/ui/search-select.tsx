import { Select, type SelectProps } from '@mantine/core'
import { useMemo, useState } from 'react'
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
  const data = useMemo(() => choices.map(({ value, label }) => ({ value, label })), [choices])
  const chosen = choices.find((choice) => choice.value === value)

  return (
    <Select
      searchable
      // With nothing typed, or what is chosen typed again, Enter must not replace it.
      selectFirstOptionOnChange={Boolean(search) && search !== chosen?.label}
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
      onDropdownOpen={() => setSearch((typed) => typed ?? '')}
      onDropdownClose={() => setSearch(undefined)}
      onChange={(next) => {
        setSearch(undefined)
        if (next !== null) onChange(next)
      }}
      filter={({ options, search }) => {
        const wanted = search.trim().toLowerCase()
        return options
          .map((option) => ({ option, rank: 'value' in option ? rankOf(option.value, wanted) : notFound }))
          .filter(({ rank }) => rank !== notFound)
          .sort((a, b) => a.rank - b.rank)
          .map(({ option }) => option)
      }}
      renderOption={({ option }) =>
        choices.find((choice) => choice.value === option.value)?.text ?? option.label
      }
      openOnFocus={false}
      onFocus={(event) => {
        event.currentTarget.select()
        onFocus?.(event)
      }}
      onKeyDown={(event) => event.key === 'Enter' && chooseTyped()}
      onBlur={(event) => {
        chooseTyped()
        onBlur?.(event)
      }}
      // Hundreds of choices are drawn when somebody opens them, not with the page.
      comboboxProps={{ withinPortal: false, keepMounted: false, ...comboboxProps }}
      {...props}
    />
  )

  // While the input shows what is chosen, only what is typed after it searches.
  function typedBeside(label: string | undefined, text: string): string | undefined {
    if (label === undefined || search !== undefined || !text.startsWith(label)) return text
    return text.slice(label.length) || undefined
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

  /** The chosen one first, then those that begin with what is wanted, then those of which a word does, then all that hold it. */
  function rankOf(candidate: string, wanted: string): number {
    const choice = choices.find(({ value }) => value === candidate)
    if (!choice) return notFound
    const words = [choice.value, choice.label, choice.text ?? '', choice.keywords ?? ''].map((text) =>
      text.toLowerCase(),
    )
    if (!words.some((text) => text.includes(wanted))) return notFound
    if (wanted === '') return 0
    if (words.some((text) => text === wanted)) return candidate === value ? 0 : 1
    if (words.some((text) => text.startsWith(wanted))) return 2
    return words.some((text) => text.includes(` ${wanted}`)) ? 3 : 4
  }
}

const notFound = Number.POSITIVE_INFINITY
