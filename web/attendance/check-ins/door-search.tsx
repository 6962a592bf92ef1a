import { CloseButton, TextInput } from '@mantine/core'
import { useInputState } from '@mantine/hooks'
import { Search } from 'lucide-react'
import type { RefObject } from 'react'
import { useDeferredValue, useEffect, useRef, useState } from 'react'
import type { DoorList } from '#contract/attendance/check-ins/calls.ts'
import { emailHash } from '#contract/attendance/check-ins/email-hash.ts'
import { checkIn, checkInByTicket, isTicketLike } from './check-in.ts'
import { findPeople } from './door-list.ts'
import { DoorMatches } from './door-matches.tsx'
import type { KeptCheckIn } from './kept-check-ins.ts'

interface Props {
  act: 'in' | 'out'
  list: DoorList
  waiting: KeptCheckIn[]
}

/** A box for names, and for the texts that a scanner at a desk types. Shows the people found by the text. */
export function DoorSearch({ act, list, waiting }: Props) {
  const box = useRef<HTMLInputElement>(null)
  const [text, setText] = useInputState('')
  const typed = useDeferredValue(text)
  const hash = useEmailHash(list.salt, typed)
  const found = isTicketLike(typed) ? [] : findPeople(list.people, typed, hash)
  const waitlisted = isTicketLike(typed) ? [] : findPeople(list.waitlisted, typed, hash)
  useDeskFocus(box)

  async function enter() {
    // Not the deferred text: a scanner presses Enter right after the last letter.
    const entered = box.current?.value.trim() ?? ''
    if (isTicketLike(entered)) {
      setText('')
      return checkInByTicket(act, entered)
    }
    const now = findPeople(list.people, entered, await hashOf(list.salt, entered))
    if (now.length === 1 && now[0]) checkInFound(now[0].registrationId)
  }

  function checkInFound(registrationId: number) {
    setText('')
    // On a phone, the keyboard would cover the result.
    if (isDesk()) box.current?.focus()
    else box.current?.blur()
    void checkIn(act, { registrationId, how: 'search' })
  }

  return (
    <search className="stack">
      <TextInput
        ref={box}
        size="lg"
        aria-label="Search by name, company, full email, or last four digits of the phone"
        placeholder="Name, company, email, last 4 digits"
        leftSection={<Search size={20} />}
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="go"
        maxLength={400}
        value={text}
        onChange={setText}
        onKeyDown={({ key }) => {
          if (key === 'Enter') void enter()
          if (key === 'Escape') setText('')
        }}
        rightSection={
          text && <CloseButton size="lg" aria-label="Clear the search" onClick={() => setText('')} />
        }
      />
      <DoorMatches
        act={act}
        list={list}
        waiting={waiting}
        typed={typed}
        found={found}
        waitlisted={waitlisted}
        onCheckIn={checkInFound}
      />
    </search>
  )
}

/** Keeps the focus in the box at a desk: whatever a scanner types anywhere on the page arrives there. */
function useDeskFocus(box: RefObject<HTMLInputElement | null>) {
  useEffect(() => {
    if (isDesk()) box.current?.focus()
    const catchKey = ({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
      const isCharacter = key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey
      // The switch between in and out consists of radio buttons, which take no characters.
      const typing = 'input:not([type=radio], [type=checkbox]), textarea, select, [role=dialog]'
      const isElsewhere = target instanceof Element && target.closest(typing)
      if (isCharacter && !isElsewhere) box.current?.focus()
    }
    window.addEventListener('keydown', catchKey)
    return () => window.removeEventListener('keydown', catchKey)
  }, [box])
}

function isDesk() {
  return matchMedia('(pointer: fine)').matches
}

function useEmailHash(salt: string, typed: string) {
  const [hash, setHash] = useState<string>()
  useEffect(() => {
    let isCurrent = true
    void hashOf(salt, typed).then((found) => isCurrent && setHash(found))
    return () => {
      isCurrent = false
    }
  }, [salt, typed])
  return hash
}

async function hashOf(salt: string, typed: string) {
  return typed.includes('@') ? emailHash(salt, typed) : undefined
}
