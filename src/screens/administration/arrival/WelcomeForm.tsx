import { observer } from 'mobx-react'
import { useState } from 'react'
import { Button } from '@/components/ui/Button'
import { Field } from '@/components/fields/Field'
import type { Reply } from '@/contract/api'
import { useApp } from '@/screens/app/AppContext'
import { wordMessage } from '@/screens/app/wording'
import type { Words } from '@/i18n/words'
import { ArrivalForm } from '@/stores/administration/ArrivalForm'

interface Props {
  token: string
  info: Reply<'POST /welcome/info'>
  t: Words<'arrival'>
}

/** Asks for a password of one's own, and signs in (ADM-03). */
export const WelcomeForm = observer(function WelcomeForm({ token, info, t }: Props) {
  const { api } = useApp()
  const [form] = useState(() => new ArrivalForm(api))
  const [wanted, setWanted] = useState('')
  const [again, setAgain] = useState('')
  const faultAt = (name: string) => (form.faults[name] ? wordMessage(form.faults[name], t) : undefined)

  async function submit() {
    const fields = { new_password: wanted, again }
    // Loads everything anew, because this page was loaded without a session.
    if (await form.send('POST /welcome/accept', fields, { token, new_password: wanted })) location.replace('/')
  }

  const title = info.is_first ? 'arrival.welcome.first' : 'arrival.welcome.reset'
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <h1 className="arrival-title">{t(title, { name: info.name })}</h1>
      <div className="arrival-text">
        {t('arrival.welcome.text', { organisation: info.organisation, login: info.login })}
      </div>
      {/* Password managers store the login with the password. */}
      <input hidden readOnly autoComplete="username" value={info.login} />
      <Field
        label={t('arrival.welcome.password')}
        name="new-password"
        showLabel={t('arrival.show')}
        hint={t('arrival.welcome.hint', { n: info.password_length })}
        value={wanted}
        error={faultAt('new_password')}
        onChange={(value) => {
          form.change('new_password')
          setWanted(value)
        }}
      />
      <Field
        label={t('arrival.welcome.again')}
        name="new-password"
        showLabel={t('arrival.show')}
        value={again}
        error={faultAt('again')}
        onChange={(value) => {
          form.change('again')
          setAgain(value)
        }}
        onConfirm={() => void submit()}
      />
      {form.trouble ? (
        <div className="arrival-trouble" role="alert">
          {wordMessage(form.trouble, t)}
        </div>
      ) : null}
      <div className="arrival-submit">
        <Button label={t('arrival.welcome.submit')} loading={form.isSending} onPress={() => void submit()} />
      </div>
    </form>
  )
})
