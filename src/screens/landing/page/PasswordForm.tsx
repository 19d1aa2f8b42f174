import { observer } from 'mobx-react'
import { Form, View } from '@tarojs/components'
import { useState } from 'react'
import { Button } from '@/components/ui/Button'
import { Field } from '@/components/fields/Field'
import { Icon } from '@/components/ui/Icon'
import { useWords } from '@/components/ui/context'
import { mayBePassword } from '@/domain/landing/landing'
import { isPasswordTooLong } from '@/domain/shares/password'
import { wordMessage } from '@/screens/app/wording'
import type { LandingStoreProps } from './landingProps'

/** Asks for a link's password; a wrong one stays in the field (LAND-10). */
export const PasswordForm = observer(function PasswordForm({ store }: Pick<LandingStoreProps, 'store'>) {
  const t = useWords<'visit'>()
  const [password, setPassword] = useState('')
  const isTooLong = isPasswordTooLong(password)
  const refusal = store.error ? wordMessage(store.error, t) : undefined

  function submit() {
    if (mayBePassword(password)) void store.submit(password)
  }

  return (
    <Form className="visit-password">
      <View className="visit-lock" aria-hidden>
        <Icon name="lock" size={28} />
      </View>
      <View className="visit-password-title" role="heading" aria-level={2}>
        {t('visit.password.title')}
      </View>
      <View className="visit-password-text">{t('visit.password.text')}</View>
      <Field
        label={t('visit.password.label')}
        showLabel={t('visit.password.show')}
        value={password}
        confirmType="go"
        error={isTooLong ? t('visit.password.tooLong') : refusal}
        onChange={(typed) => {
          setPassword(typed)
          store.clearError()
        }}
        onConfirm={submit}
      />
      <View className="visit-password-submit">
        <Button
          label={t('visit.password.submit')}
          disabled={!mayBePassword(password)}
          loading={store.isChecking}
          onPress={submit}
        />
      </View>
    </Form>
  )
})
