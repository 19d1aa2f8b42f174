import { observer } from 'mobx-react'
import { useState } from 'react'
import { Button } from '@/components/ui/Button'
import { Field } from '@/components/fields/Field'
import { SegmentedChoice } from '@/components/fields/SegmentedChoice'
import { PASSWORD_LENGTH } from '@/domain/limits'
import { useApp } from '@/screens/app/AppContext'
import { wordMessage } from '@/screens/app/wording'
import type { Words } from '@/i18n/words'
import { ArrivalForm } from '@/stores/administration/ArrivalForm'

interface Props {
  token: string
  t: Words<'arrival'>
  onDone(organisation: string): void
}

const kinds = ['school', 'company'] as const

/** Creates the organisation with its first owner (ADM-01). */
export const SetupForm = observer(function SetupForm({ token, t, onDone }: Props) {
  const { api, language } = useApp()
  const [form] = useState(() => new ArrivalForm(api))
  const [fields, setFields] = useState({ organisation: '', name: '', login: '', new_password: '', again: '' })
  const [kind, setKind] = useState<(typeof kinds)[number]>('school')
  const [departments, setDepartments] = useState('')
  const set = (name: keyof typeof fields) => (value: string) => {
    form.change(name)
    setFields((before) => ({ ...before, [name]: value }))
  }
  const faultAt = (name: string) => (form.faults[name] ? wordMessage(form.faults[name], t) : undefined)

  async function submit() {
    const { organisation, name, login, new_password: password } = fields
    const made = await form.send('POST /setup/create', fields, {
      token,
      organisation: { name: organisation, kind, language: language.language },
      administrator: { name, login, password },
      ...(departments.trim() !== '' && { departments }),
    })
    if (made) onDone(organisation.trim())
  }

  const field = (
    name: keyof typeof fields,
    label: string,
    rest: { hint?: string; isSecret?: boolean; memory?: string } = {},
  ) => (
    <Field
      label={label}
      name={rest.memory}
      hint={rest.hint}
      showLabel={rest.isSecret ? t('arrival.show') : undefined}
      value={fields[name]}
      error={faultAt(name)}
      onChange={set(name)}
      onConfirm={() => void submit()}
    />
  )
  const wrongLine = faultAt('departments')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <h1 className="arrival-title">{t('arrival.setup.title')}</h1>
      <div className="arrival-text">{t('arrival.setup.text')}</div>
      <SegmentedChoice
        label={t('arrival.setup.kind')}
        options={kinds.map((value) => ({ value, label: t(`arrival.setup.${value}.label`) }))}
        value={kind}
        onChoose={(chosen) => setKind(chosen)}
      />
      {field('organisation', t(`arrival.setup.${kind}.organisation`), { memory: 'organization' })}
      {field('name', t('arrival.setup.name'), { memory: 'name' })}
      {field('login', t('arrival.setup.login'), { memory: 'username', hint: t('arrival.setup.loginHint') })}
      {field('new_password', t('arrival.setup.password'), {
        memory: 'new-password',
        isSecret: true,
        hint: t('arrival.welcome.hint', { n: PASSWORD_LENGTH }),
      })}
      {field('again', t('arrival.setup.again'), { memory: 'new-password', isSecret: true })}
      <label className="arrival-label" htmlFor="arrival-departments">
        {t(`arrival.setup.${kind}.departments`)}
      </label>
      <textarea
        id="arrival-departments"
        className={wrongLine ? 'arrival-lines arrival-wrong' : 'arrival-lines'}
        value={departments}
        aria-invalid={wrongLine !== undefined}
        aria-describedby="arrival-departments-note"
        spellCheck={false}
        onChange={(event) => {
          form.change('departments')
          setDepartments(event.currentTarget.value)
        }}
      />
      <div
        id="arrival-departments-note"
        className={wrongLine ? 'arrival-trouble' : 'arrival-note'}
        role={wrongLine ? 'alert' : undefined}
      >
        {wrongLine ?? t(`arrival.setup.${kind}.departmentsHint`)}
      </div>
      {form.trouble ? (
        <div className="arrival-trouble" role="alert">
          {wordMessage(form.trouble, t)}
        </div>
      ) : null}
      <div className="arrival-submit">
        <Button label={t('arrival.setup.submit')} loading={form.isSending} onPress={() => void submit()} />
      </div>
    </form>
  )
})
