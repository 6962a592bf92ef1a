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

  test('goes to what is left around its button if that is gone', async () => {
    at('region').innerHTML = '<ul><li id="cell"><span><button id="row">Delete</button></span></li></ul>'
    await act('row', () => at('row').remove())
    expect(document.activeElement).toBe(at('cell'))
  })

  test('returns home if its dialog has closed', async () => {
    const close = open('row')
    await act('yes', () => {
      at('dialog').remove()
      close()
    })
    expect(document.activeElement).toBe(at('row'))
  })

  test('stays on a place around its button that took it afterward', async () => {
    at('row').focus()
    const restore = holdFocus()
    at('row').blur()
    restore()
    at('region').focus()
    await new Promise(requestAnimationFrame)
    expect(document.activeElement).toBe(at('region'))
  })

  test('stays on another element that took it', async () => {
    await act('row', () => at('other').focus())
    expect(document.activeElement).toBe(at('other'))
  })
})

describe('if a dialog loses the focus with its content, the focus goes', () => {
  const step = (content: string) => () => {
    at('dialog').innerHTML = content
  }
  test.each([
    ['to the dialog', step('<button>Copy</button>'), 'dialog'],
    [
      'to the new first choice',
      step('<button>Copy</button><b id="next" data-autofocus tabindex="0">A</b>'),
      'next',
    ],
    ['to the next row', () => at('yes').remove(), 'below'],
  ])('%s', async (_, change, focused) => {
    at('dialog').innerHTML = '<button id="yes">Delete</button><p id="below">Another</p>'
    const close = open('row')
    change()
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
