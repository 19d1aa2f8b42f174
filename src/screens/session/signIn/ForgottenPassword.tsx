import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { Button } from '@/components/ui/Button'
import { TextButton } from '@/components/ui/TextButton'
import { Field } from '@/components/fields/Field'
import type { Words } from '@/i18n/words'
import { useApp } from '@/screens/app/AppContext'
import { wordMessage } from '@/screens/app/wording'
import { ForgottenStore } from '@/stores/session/ForgottenStore'

interface Props {
  t: Words<'account'>
  /** What the user has typed as a login. */
  name: string
  onBack(): void
}

/** Asks for a link for a new password (DIR-04). The answer does not show whether the account exists. */
export const ForgottenPassword = observer(function ForgottenPassword({ t, name, onBack }: Props) {
  const { api, sessionContext } = useApp()
  const [store] = useState(() => new ForgottenStore(api, sessionContext))
  const [typed, setTyped] = useState(name)
  const [isMissing, setMissing] = useState(false)
  const refusal = store.refusal ? wordMessage(store.refusal, t) : undefined

  function submit() {
    const wanted = typed.trim()
    setMissing(wanted === '')
    if (wanted !== '') void store.ask(wanted)
  }

  return (
    <>
      <View className="login-text" role={store.phase === 'sent' ? 'status' : undefined}>
        {t(store.phase === 'sent' ? 'login.forgotten.done' : 'login.forgotten.text')}
      </View>
      {store.phase === 'sent' ? null : (
        <>
          <Field
            label={t('login.forgotten.name')}
            name="username"
            value={typed}
            confirmType="send"
            focus
            error={isMissing ? t('login.accountRequired') : refusal}
            onChange={setTyped}
            onConfirm={submit}
          />
          <View className="login-submit">
            <Button label={t('login.forgotten.submit')} loading={store.phase === 'sending'} onPress={submit} />
          </View>
        </>
      )}
      <View className="login-forgotten">
        <TextButton label={t('login.forgotten.back')} onPress={onBack} />
      </View>
    </>
  )
})
