import { describe, expect, test } from '@jest/globals'
import { createElement as h, useState } from 'react'
import { WordsContext } from '@/components/ui/context'
import type { CivilDate } from '@/domain/format/time'
import { createWords } from '@/i18n/words'
import { phrases as main } from '@/i18n/main/zhCN'
import { phrases as share } from '@/i18n/shares/form/zhCN'
import { Calendar } from '@/screens/shares/calendar/Calendar'
import { NumberField } from '@/screens/shares/form/NumberField'
import { Switch } from '@/components/fields/Switch'
import { countOfField } from '@/domain/shares/counts'
import { click, mount, type } from '../rig'

const words = createWords(main, share)
const worded = (element: ReturnType<typeof h>) => h(WordsContext.Provider, { value: words }, element)

describe('[SHARE-04] the count field', () => {
  const left: (number | null)[] = []
  function Field({ max = 999_999 }: { max?: number }) {
    const [value, setValue] = useState<number | null>(10)
    return h(NumberField, {
      label: '次数',
      value,
      max,
      isWrong: value === null,
      lessLabel: '减少',
      moreLabel: '增加',
      onType: (text) => setValue(countOfField(text)),
      onLeave: () => left.push(value),
      onStep: (step) => setValue((before) => (before ?? 0) + step),
    })
  }
  const input = (box: Element) => box.querySelector('input') as HTMLInputElement

  test('the field normalises typing: no leading zeros, no letters, six digits', () => {
    const { box, close } = mount(h(Field))
    for (const [typed, shown] of [
      ['007', '7'],
      ['07', '7'],
      ['1a2', '12'],
      ['12345678', '123456'],
      ['', ''],
      ['0', '0'],
    ] as const) {
      type(input(box), typed)
      expect([typed, input(box).value]).toStrictEqual([typed, shown])
    }
    close()
  })

  test('steps go one up or down, within the limits', () => {
    const { box, close } = mount(h(Field, { max: 11 }))
    const [less, more] = [...box.querySelectorAll('.icon-button')]
    click(more!)
    expect(input(box).value).toBe('11')
    expect(more!.getAttribute('aria-disabled')).toBe('true')
    click(less!)
    click(less!)
    expect(input(box).value).toBe('9')
    close()
  })
})

describe('a switch', () => {
  test('a switch has a label and a state, and a tap turns it', () => {
    const turned: boolean[] = []
    const props = { label: '仅预览', onSwitch: (isOn: boolean) => void turned.push(isOn) }
    const mounted = mount(h(Switch, { ...props, isOn: false }))
    const one = () => mounted.box.querySelector('[role=switch]')!
    expect([one().getAttribute('aria-label'), one().getAttribute('aria-checked')]).toStrictEqual(['仅预览', 'false'])
    click(one())
    mounted.show(h(Switch, { ...props, isOn: true }))
    click(one())
    expect(turned).toStrictEqual([true, false])
    mounted.close()
  })
})

describe('[SHARE-06] the calendar', () => {
  const today: CivilDate = { year: 2026, month: 11, day: 25 }
  const chosen: CivilDate[] = []
  const calendar = (value: CivilDate | null = null) =>
    worded(h(Calendar, { value, today, first: today, onChoose: (date) => void chosen.push(date) }))
  const open = (box: Element) => [...box.querySelectorAll('[role=button].calendar-day')].map((day) => day.textContent)

  test('days before today cannot be chosen, nor months before this one', () => {
    const { box, close } = mount(calendar())
    expect(open(box)).toStrictEqual(['25', '26', '27', '28', '29', '30'])
    const [previous] = [...box.querySelectorAll('.icon-button')]
    expect(previous!.getAttribute('aria-disabled')).toBe('true')
    click(previous!)
    expect(box.querySelector('.calendar-month')?.textContent).toBe('2026 年 11 月')
    close()
  })

  test('the calendar moves by month, over the end of a year, with the days under their weekdays', () => {
    const { box, close } = mount(calendar({ year: 2026, month: 12, day: 23 }))
    const next = [...box.querySelectorAll('.icon-button')][1]!
    click(next)
    expect(box.querySelector('.calendar-month')?.textContent).toBe('2027 年 1 月')
    // The first of January 2027 is a Friday.
    const week = box.querySelectorAll('.calendar-week')[1]!
    expect([...week.children].map((day) => day.textContent)).toStrictEqual(['', '', '', '', '1', '2', '3'])
    expect(open(box)).toHaveLength(31)
    close()
  })

  test('each day has its full name, the chosen one is marked, and a tap reports its day', () => {
    const { box, close } = mount(calendar({ year: 2026, month: 12, day: 23 }))
    const pressed = box.querySelector('[aria-pressed=true]')
    expect(pressed?.getAttribute('aria-label')).toBe('2026 年 12 月 23 日')
    click(box.querySelector('[aria-label="2026 年 12 月 31 日"]'))
    expect(chosen).toStrictEqual([{ year: 2026, month: 12, day: 31 }])
    close()
  })
})
