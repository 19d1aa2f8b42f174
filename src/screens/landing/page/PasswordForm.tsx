import { observer } from 'mobx-react'
import { Form, View } from '@tarojs/components'
import { useState } from 'react'
import { Button } from '@/components/ui/Button'
import { CodeField } from '@/components/fields/CodeField'
import { Icon } from '@/components/ui/Icon'
import { TextButton } from '@/components/ui/TextButton'
import { useWords } from '@/components/ui/context'
import { CODE_LENGTH } from '@/domain/shares/code'
import { wordMessage } from '@/screens/app/wording'
import { PasswordEntry } from '@/stores/landing/PasswordEntry'
import type { LandingStoreProps } from './landingProps'
import { NoticeCard } from './NoticeCard'

/** Asks for a link's password: a code in boxes that is sent by itself, or any other password in a field (LAND-10, AH-57). */
export const PasswordForm = observer(function PasswordForm({ store }: Pick<LandingStoreProps, 'store'>) {
  const t = useWords<'visit'>()
  const [entry] = useState(() => new PasswordEntry(store))
  const { isPlain, isTooLong } = entry
  const refusal = store.error ? wordMessage(store.error, t) : undefined
  return (
    <Form className="visit-password">
      {store.notice ? (
        <NoticeCard notice={store.notice} />
      ) : (
        <View className="visit-lock" aria-hidden>
          <Icon name="lock" size={28} />
        </View>
      )}
      <View className="visit-password-title" role="heading" aria-level={2}>
        {t('visit.password.title')}
      </View>
      <View className="visit-password-text">{t('visit.password.text')}</View>
      <CodeField
        count={isPlain ? null : CODE_LENGTH}
        label={t('visit.password.label')}
        showLabel={t('visit.password.show')}
        value={entry.text}
        error={isTooLong ? t('visit.password.tooLong') : refusal}
        hint={hint()}
        onChange={(typed) => entry.type(typed)}
        onConfirm={() => void entry.send()}
      />
      <View className="visit-password-submit">
        <Button
          label={t('visit.password.submit')}
          disabled={!entry.maySend}
          loading={store.isChecking}
          onPress={() => void entry.send()}
        />
      </View>
      {isPlain ? null : (
        <TextButton label={t('visit.password.other')} tone="plain" onPress={() => entry.choosePlain()} />
      )}
    </Form>
  )

  /** How a code is sent, or why the boxes became a field. */
  function hint(): string | undefined {
    if (!isPlain) return t('visit.password.code', { n: CODE_LENGTH })
    return entry.isNoCode
      ? t('visit.password.noCode', { n: CODE_LENGTH, submit: t('visit.password.submit') })
      : undefined
  }
})
