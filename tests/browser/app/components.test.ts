import assert from 'node:assert/strict'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { deepTest } from '../../support/deep'
import { assertAccessible } from '../rig/axe'
import { endBrowserAfter } from '../rig/browser'
import { bundle } from '../rig/bundle'
import { onPhone } from '../rig/phone'
import { screenshot } from '../rig/screenshot'
import { serveSite, type Site } from '../rig/siteServer'

let site: Site

endBrowserAfter()
before(async () => {
  site = await serveSite(await bundle(path.join(import.meta.dirname, '../fixtures/components.tsx')))
})
after(() => site.close())

function onKit(run: (page: Page) => Promise<void>): Promise<void> {
  return onPhone(
    async (page) => {
      await page.goto(site.origin)
      await logged(page, /load=20x10/)
      await logged(page, /missing/)
      await run(page)
    },
    { expected: [/missing\.png/] },
  )
}

async function logged(page: Page, words: RegExp): Promise<void> {
  await page.waitForFunction(
    (source) => new RegExp(source).test(document.getElementById('log')?.textContent ?? ''),
    words.source,
  )
}

async function notLogged(page: Page, words: RegExp): Promise<void> {
  assert.doesNotMatch(await page.locator('#log').innerText(), words)
}

/** Drags a finger over the list by so many px, in steps as a hand does, and lifts it unless `hold` is set. */
async function drag(
  page: Page,
  down: number,
  across = 0,
  end: 'touchEnd' | 'touchCancel' | 'hold' = 'touchEnd',
): Promise<void> {
  await page.locator('#list').scrollIntoViewIfNeeded()
  const box = await page.locator('#list').boundingBox()
  const finger = await page.context().newCDPSession(page)
  const steps = 8
  for (let step = 0; step <= steps; step += 1) {
    const point = { x: box!.x + 60 + (across * step) / steps, y: box!.y + 80 + (down * step) / steps }
    await finger.send('Input.dispatchTouchEvent', { type: step ? 'touchMove' : 'touchStart', touchPoints: [point] })
  }
  if (end !== 'hold') await finger.send('Input.dispatchTouchEvent', { type: end, touchPoints: [] })
}

function pulledBy(page: Page): Promise<number> {
  return page.evaluate(() => {
    const content = document.getElementById('rows')!.parentElement!
    return new DOMMatrix(getComputedStyle(content).transform).f
  })
}

async function settled(page: Page, way: number): Promise<void> {
  await page.waitForFunction((to) => {
    const content = document.getElementById('rows')!.parentElement!
    return new DOMMatrix(getComputedStyle(content).transform).f === to
  }, way)
}

describe('controls that can be pressed', () => {
  for (const [id, role] of [
    ['press', 'button'],
    ['word', 'button'],
    ['named', 'button'],
    ['option', 'radio'],
  ] as const) {
    deepTest(`${id} is a ${role} that answers tap, Enter and Space`, () =>
      onKit(async (page) => {
        const target = page.locator(`#${id}`)
        assert.equal(await target.getAttribute('role'), role)
        assert.equal(await target.getAttribute('tabindex'), '0')
        await target.tap({ position: { x: 2, y: 2 } })
        await target.press('Enter')
        await target.press(' ')
        await logged(page, new RegExp(`${id} ${id} ${id}$`))
      }),
    )
  }

  test('a key typed into a field inside a button presses nothing', () =>
    onKit(async (page) => {
      await page.locator('#inner').press('a')
      await page.locator('#inner').press(' ')
      await page.locator('#inner').press('Enter')
      assert.equal(await page.locator('#inner').inputValue(), 'a ')
      await notLogged(page, /named/)
    }))

  deepTest('an element with another role, a hidden curtain and a plain box are no buttons', () =>
    onKit(async (page) => {
      for (const [id, role] of [
        ['plain', null],
        ['curtain', null],
        ['dialog', 'dialog'],
      ] as const) {
        assert.equal(await page.locator(`#${id}`).getAttribute('role'), role)
        assert.equal(await page.locator(`#${id}`).getAttribute('tabindex'), null)
      }
      await page.locator('#curtain').tap()
      await logged(page, /curtain$/)
    }),
  )

  deepTest('properties of the mini-program do not reach the document', () =>
    onKit(async (page) => {
      assert.deepEqual(await page.locator('#plain').evaluate((element) => element.getAttributeNames()), ['id', 'class'])
      assert.equal(await page.locator('#named').getAttribute('aria-label'), 'named')
    }),
  )
})

describe('fields', () => {
  deepTest('the field shows its owner’s value and reports what is typed', () =>
    onKit(async (page) => {
      await page.locator('#name').fill('draft.pdf')
      await page.locator('#name').press('Enter')
      await logged(page, /confirm=draft\.pdf/)
      await page.locator('#rename').tap()
      await page.waitForFunction(() => (document.getElementById('name') as HTMLInputElement).value === 'final.pdf')
    }),
  )

  deepTest('focusing a field also sets its selection', () =>
    onKit(async (page) => {
      await page.locator('#select').tap()
      await logged(page, /focus/)
      assert.equal(await page.evaluate(() => getSelection()?.toString()), 'report')
      await page.locator('#secret').focus()
      await logged(page, /blur/)
    }),
  )

  deepTest('the browser receives types, limits and keyboards of fields', () =>
    onKit(async (page) => {
      const attributes = await page.evaluate(() =>
        ['name', 'secret', 'count', 'words'].map((id) => {
          const field = document.getElementById(id) as HTMLInputElement
          return [
            field.type,
            field.inputMode,
            field.maxLength,
            field.enterKeyHint,
            field.autocomplete,
            field.placeholder,
          ]
        }),
      )
      assert.deepEqual(attributes, [
        ['text', '', 222, 'done', '', ''],
        ['password', '', 140, '', 'current-password', ''],
        ['text', 'numeric', -1, '', '', '0'],
        ['textarea', '', 5, '', '', ''],
      ])
    }),
  )

  deepTest('a textarea grows with its text', () =>
    onKit(async (page) => {
      const words = page.locator('#words')
      const small = await words.evaluate((element) => element.clientHeight)
      await words.fill('a\nb\nc')
      assert.equal(await words.evaluate(({ clientHeight }, before) => clientHeight > before, small), true)
      assert.equal(await words.evaluate(({ clientHeight, scrollHeight }) => clientHeight >= scrollHeight), true)
    }),
  )

  deepTest('a form submits its values once', () =>
    onKit(async (page) => {
      await page.locator('#secret').fill('pw')
      await page.locator('#send').tap()
      await logged(page, /submit={"name":"report\.pdf","secret":"pw","words":"a"}$/)
    }),
  )

  deepTest('a disabled button answers nothing', () =>
    onKit(async (page) => {
      assert.equal(await page.locator('#off').isDisabled(), true)
      await page.locator('#off').tap({ force: true })
      await notLogged(page, /off/)
    }),
  )
})

deepTest('a picture reports its size and has its fit and its text', () =>
  onKit(async (page) => {
    const picture = page.locator('#picture')
    assert.equal(await picture.getAttribute('alt'), 'picture')
    assert.equal(await picture.evaluate((element) => getComputedStyle(element).objectFit), 'contain')
    assert.equal(await page.locator('#missing').getAttribute('alt'), '')
    assert.equal(await page.locator('#missing').evaluate((element) => getComputedStyle(element).objectFit), 'cover')
  }),
)

describe('scrolling', () => {
  deepTest('scrolling reports the position, and each end once', () =>
    onKit(async (page) => {
      const scroll = (top: number) => page.evaluate((to) => document.getElementById('list')!.scrollTo(0, to), top)
      await scroll(400)
      await page.waitForFunction(() => document.body.getAttribute('data-scroll') === '400/1280')
      await notLogged(page, /lower/)
      await scroll(990)
      await logged(page, /lower/)
      await scroll(1080)
      await page.waitForFunction(() => document.body.getAttribute('data-scroll') === '1080/1280')
      await scroll(0)
      await logged(page, /missing lower upper$|20x10 lower upper$/)
    }),
  )

  deepTest('the owner sets the scroll position', () =>
    onKit(async (page) => {
      await page.locator('#jump').tap()
      await page.waitForFunction(() => document.getElementById('list')!.scrollTop === 640)
    }),
  )

  deepTest('scrolling past the end does not scroll the page around it', () =>
    onKit(async (page) => {
      assert.equal(
        await page.locator('#list').evaluate((element) => getComputedStyle(element).overscrollBehaviorY),
        'contain',
      )
    }),
  )
})

describe('pull to refresh', () => {
  deepTest('a long pull refreshes, and the list stays down until the owner is done', () =>
    onKit(async (page) => {
      await drag(page, 120)
      await logged(page, /refresh$/)
      await settled(page, 45)
      await drag(page, 120)
      await notLogged(page, /refresh refresh/)
      await page.locator('#done').tap()
      await settled(page, 0)
    }),
  )

  deepTest('the list follows the finger', () =>
    onKit(async (page) => {
      await drag(page, 60, 10, 'hold')
      assert.equal(await pulledBy(page), 30)
    }),
  )

  deepTest('a short pull springs back', () =>
    onKit(async (page) => {
      await drag(page, 60)
      await settled(page, 0)
      await notLogged(page, /refresh/)
    }),
  )

  deepTest('an interrupted pull springs back', () =>
    onKit(async (page) => {
      await drag(page, 120, 0, 'touchCancel')
      await settled(page, 0)
      await notLogged(page, /refresh/)
    }),
  )

  deepTest('a sideways finger pulls nothing', () =>
    onKit(async (page) => {
      await drag(page, 50, 70, 'hold')
      assert.equal(await pulledBy(page), 0)
      await notLogged(page, /refresh/)
    }),
  )

  deepTest('a list that is not at its top scrolls instead', () =>
    onKit(async (page) => {
      await page.evaluate(() => document.getElementById('list')!.scrollTo(0, 500))
      await drag(page, 120)
      await page.waitForFunction(() => document.getElementById('list')!.scrollTop < 500)
      assert.equal(await pulledBy(page), 0)
      await notLogged(page, /refresh/)
    }),
  )
})

deepTest('axe finds nothing on a page of all components', () =>
  onKit(async (page) => {
    await page.locator('#named').evaluate((element) => element.remove())
    await assertAccessible(page)
    await screenshot(page, 'components')
  }),
)
