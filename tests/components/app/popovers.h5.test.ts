import { describe, expect, test } from '@jest/globals'
import { createElement as h, useRef, useState } from 'react'
import { usePopovers } from '@/pages/files/wide/usePopovers'
import { Sheet } from '@/components/sheets/Sheet'
import { answered, doing, mount } from '../rig'

/* Nothing is laid out here: the boxes are given, and sizes never change. */
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
}

const boxOf = (left: number, top: number, width: number, height: number) =>
  ({ left, top, width, height, right: left + width, bottom: top + height }) as DOMRect
const nowhere = boxOf(0, 0, 0, 0)

function Page() {
  const inside = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  usePopovers(inside as { current: HTMLElement })
  const sheet = isOpen && h(Sheet, { label: 'Menu', children: 'text', onClose: () => setOpen(false) })
  return h(
    'div',
    { className: 'screen' },
    h('div', { ref: inside }, h('button'), h('input', { type: 'file', onClick: () => setOpen(true) })),
    sheet,
  )
}

describe('a popover', () => {
  function open(pressed: string[]) {
    const mounted = mount(h(Page))
    const screen = mounted.box.querySelector('.screen') as HTMLElement
    Object.defineProperties(screen, { clientWidth: { value: 1440 }, clientHeight: { value: 900 } })
    for (const each of mounted.box.querySelectorAll('button, input'))
      each.getBoundingClientRect = () => (each.localName === 'button' ? boxOf(600, 200, 80, 40) : nowhere)
    for (const name of pressed) doing(() => mounted.box.querySelector<HTMLElement>(name)?.click())
    return mounted
  }

  test('[AH-52] a sheet after a hidden field of files lies at the button that was pressed before', async () => {
    const { box, close } = open(['button', 'input'])
    await answered()
    const { left, top } = (box.querySelector('.sheet') as HTMLElement).style
    expect([left, top]).toStrictEqual(['600px', '244px'])
    close()
  })

  test('[AH-52] a sheet that nothing in sight opened lies in the middle', async () => {
    const { box, close } = open(['input'])
    await answered()
    expect(box.querySelector('.sheet-host')?.hasAttribute('data-placed')).toBe(false)
    close()
  })
})
