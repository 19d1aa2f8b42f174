import { observer } from 'mobx-react'
import type { ReactNode } from 'react'
import { classes } from '@/components/ui/classes'
import { useWords } from '@/components/ui/context'
import type { Policies } from '@/contract/administration/policies'
import type { PolicyStore } from '@/stores/administration/PolicyStore'
import { useConsole } from '../ConsoleContext'
import { Choice } from '../controls/Choice'
import { NumberInput, TextInput, Toggle } from '../controls/Inputs'
import { Mark } from '../controls/Marks'
import { SizeInput } from '../controls/SizeInput'
import type { PolicyField } from './fields'

interface Props {
  store: PolicyStore
  field: PolicyField
}

/** One setting: what it is, what it does, what it concerns now, and its value. */
export const PolicyRow = observer(function PolicyRow({ store, field }: Props) {
  const { mayGovern } = useConsole()
  const t = useWords<'admin'>()
  const { name, kind } = field
  const label = t(`admin.policies.fields.${name}.label`)
  const overruler = field.overruledBy
  const hint =
    overruler && store.policies?.[overruler] === true
      ? t('admin.policies.overruled', { name: t(`admin.policies.fields.${overruler}.label`) })
      : t(`admin.policies.fields.${name}.text`)
  const n = field.reach && store.reach?.[field.reach]
  const isChanged = store.changed.includes(name)
  const mark =
    field.reach && n ? (
      <Mark tone={isChanged ? 'amber' : 'grey'}>{t(`admin.policies.reach.${field.reach}`, { n })}</Mark>
    ) : null
  const value = store.policies?.[name]
  const set = (next: unknown) => store.set(name, next as Policies[typeof name])
  const isDisabled = !mayGovern
  const amount = typeof value === 'number' ? value : null
  // An empty field that must have a value keeps the former value.
  const setAmount = (next: number | null) => void (next === null && !field.isOptional ? null : set(next))

  if (kind === 'switch')
    return (
      <div className={classes('form-row', isChanged && 'form-row-changed')}>
        <Toggle label={label} hint={hint} isOn={value === true} isDisabled={isDisabled} onChange={set} mark={mark} />
      </div>
    )
  return (
    <Row label={label} hint={hint} mark={mark} isChanged={isChanged}>
      {control()}
    </Row>
  )

  function control() {
    switch (kind) {
      case 'switch':
        return null
      case 'text':
        return (
          <TextInput
            label={label}
            isLabelHidden
            value={String(value ?? '')}
            onChange={set}
            isDisabled={isDisabled}
            maxLength={100}
          />
        )
      case 'access':
        return choice(['public', 'company'] as const, (key) => t(`admin.policies.access.${key}`))
      case 'step':
        return choice(['nobody', 'administrators', 'everybody'] as const, (key) => t(`admin.policies.step.${key}`))
      case 'leavers':
        return choice(['keep', 'close'] as const, (key) => t(`admin.policies.leavers.${key}`))
      case 'bytes':
        return <SizeInput label={label} isLabelHidden isDisabled={isDisabled} value={amount} onChange={setAmount} />
      default:
        return number(kind)
    }
  }

  function choice<K extends string>(keys: readonly K[], word: (key: K) => string) {
    return (
      <Choice
        label={label}
        isLabelHidden
        value={value as K}
        options={keys.map((key) => ({ key, label: word(key) }))}
        isDisabled={isDisabled}
        onChoose={set}
      />
    )
  }

  function number(of: 'days' | 'limit' | 'characters') {
    return (
      <NumberInput
        label={label}
        isLabelHidden
        value={amount}
        onChange={setAmount}
        minimum={field.minimum}
        maximum={field.maximum}
        isDisabled={isDisabled}
        unit={t(unitOf[of])}
      />
    )
  }
})

const unitOf = {
  days: 'admin.policies.days',
  limit: 'admin.policies.times',
  characters: 'admin.policies.characters',
} as const

interface RowProps {
  label: string
  hint: string
  mark: ReactNode
  isChanged: boolean
  children: ReactNode
}

/** A row of a form: text at the left, the control at the right. */
export function Row({ label, hint, mark, isChanged, children }: RowProps) {
  return (
    <div className={classes('form-row', isChanged && 'form-row-changed')}>
      <span className="toggle-text">
        {label}
        <small>{hint}</small>
      </span>
      {mark}
      <div className="form-control">{children}</div>
    </div>
  )
}
