// @vitest-environment happy-dom
import { beforeEach, describe, expect, test } from 'vitest'
import { holdFocus, leaveFocusHome, returnFocus, watchFocus } from './focus-home.ts'

beforeEach(() => {
  document.body.innerHTML = `
    <main>
      <section id="region" tabindex="0"><button id="row">Delete</button></section>
      <button id="other">Other</button>
    </main>
    <div id="overlays"><div role="dialog" id="dialog" tabindex="-1"><button id="yes">Yes</button></div></div>`
})
watchFocus()

const at = (id: string) => document.getElementById(id) as HTMLElement

describe('once a dialog has closed, the focus', () => {
  test('returns to the opener', () => {
    const close = open('row')
    close()
    returnFocus(at('row'))
    expect(document.activeElement).toBe(at('row'))
  })

  test('goes to an element around the opener if the opener is gone', () => {
    const opener = at('row')
    const close = open('row')
    opener.remove()
    close()
    returnFocus(opener)
    expect(document.activeElement).toBe(at('region'))
  })

  test('stays on another element that took it', () => {
    const close = open('row')
    at('other').focus()
    close()
    returnFocus(at('row'))
    expect(document.activeElement).toBe(at('other'))
  })

  test('goes to the dialog that stays open if the opener is gone', () => {
    const opener = at('row')
    const closeFirst = open('row')
    const closeSecond = leaveFocusHome()
    opener.remove()
    closeSecond()
    returnFocus(opener)
    expect(document.activeElement).toBe(at('dialog'))
    closeFirst()
  })
})

describe('once an act is over, the focus', () => {
  /** Acts by a button, which takes no focus meanwhile. */
  async function act(id: string, meanwhile: () => void) {
    at(id).focus()
    const restore = holdFocus()
    at(id).blur()
    meanwhile()
    restore()
    await new Promise(requestAnimationFrame)
  }

  test('returns to its button', async () => {
    await act('row', () => undefined)
    expect(document.activeElement).toBe(at('row'))
  })

  test('returns to its button if only a place around it took the focus', async () => {
    await act('row', () => at('region').focus())
    expect(document.activeElement).toBe(at('row'))
  })

  test('goes to a place around its button if that is gone', async () => {
    await act('row', () => at('row').remove())
    expect(document.activeElement).toBe(at('region'))
  })

  test('stays on another element that took it', async () => {
    await act('row', () => at('other').focus())
    expect(document.activeElement).toBe(at('other'))
  })
})

describe('at the next step of a dialog, the focus goes', () => {
  test.each([
    ['to the dialog', '<button>Copy</button>', 'dialog'],
    ['to its first choice', '<button>Copy</button><button id="next" data-autofocus>Close</button>', 'next'],
  ])('%s', async (_, content, focused) => {
    const close = open('row')
    at('dialog').innerHTML = content
    await new Promise(requestAnimationFrame)
    expect(document.activeElement).toBe(at(focused))
    close()
  })
})

test('the page behind does not scroll while a dialog is open', () => {
  const closers = [leaveFocusHome(), leaveFocusHome()]
  const isHeld = () => document.documentElement.hasAttribute('data-dialog')
  expect(isHeld()).toBe(true)
  closers[0]?.()
  expect(isHeld()).toBe(true)
  closers[1]?.()
  expect(isHeld()).toBe(false)
})

/** Opens a dialog by a button and focuses its content. Returns a function that counts it as closed. */
function open(id: string): () => void {
  at(id).focus()
  const close = leaveFocusHome()
  at('yes').focus()
  return close
}
