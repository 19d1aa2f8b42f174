import { observer } from 'mobx-react'
import { Form, View } from '@tarojs/components'
import { useState } from 'react'
import { Button } from '@/components/ui/Button'
import { Empty } from '@/components/frame/Empty'
import { Field } from '@/components/fields/Field'
import { loadAccountWords } from '@/i18n/session/load'
import { useApp } from '@/screens/app/AppContext'
import { usePackageWords } from '@/screens/app/usePackageWords'
import { wordMessage } from '@/screens/app/wording'
import { PasswordStore, type PasswordForm } from '@/stores/session/PasswordStore'

const fields = [
  { key: 'before', name: 'current-password' },
  { key: 'wanted', name: 'new-password' },
  { key: 'again', name: 'new-password' },
] as const

/** The old password, and the new one twice. */
export const PasswordScreen = observer(function PasswordScreen({ onDone }: { onDone(): void }) {
  const app = useApp()
  const t = usePackageWords(loadAccountWords)
  const [store] = useState(() => new PasswordStore(app))
  const [form, setForm] = useState<PasswordForm>({ before: '', wanted: '', again: '' })
  const submit = () => void store.change(form)

  if (store.ended !== null) {
    const text = store.ended > 0 ? t('password.ended', { n: store.ended }) : t('password.endedNone')
    return <Empty icon="check" title={t('password.done')} text={text} action={t('security.done')} onAction={onDone} />
  }
  return (
    <Form className="security security-form">
      <View className="security-text">{t('password.text')}</View>
      {fields.map(({ key, name }) => {
        const fault = store.faults[key]
        return (
          <View key={key}>
            <View className="security-field" aria-hidden>
              {t(`password.${key}`)}
            </View>
            <Field
              label={t(`password.${key}`)}
              name={name}
              showLabel={t('security.show')}
              value={form[key]}
              confirmType={key === 'again' ? 'done' : 'next'}
              error={fault && wordMessage(fault, t)}
              onChange={(value) => setForm({ ...form, [key]: value })}
              onConfirm={key === 'again' ? submit : undefined}
            />
          </View>
        )
      })}
      <View className="security-submit">
        <Button label={t('password.submit')} loading={store.isSending} onPress={submit} />
      </View>
    </Form>
  )
})
