import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { Field } from '@/components/fields/Field'
import { TextButton } from '@/components/ui/TextButton'
import { useWords } from '@/components/ui/context'
import { useApp } from '@/screens/app/AppContext'
import { signInHere } from '@/screens/landing/page/signInHere'
import { wordMessage } from '@/screens/app/wording'
import type { HandInStore } from '@/stores/fileRequests/HandInStore'

/** The contributor's name: chosen from the list, or typed. A colleague's name says that it needs a sign-in, which keeps the chosen files. */
export const NameForm = observer(function NameForm({ store }: { store: HandInStore }) {
  const app = useApp()
  const t = useWords<'collect'>()
  const { fault, suggestions } = store
  const isUnlisted =
    store.collect?.is_listed_only === true && store.name.trim() !== '' && suggestions.length === 0 && !store.listed
  const error = fault
    ? wordMessage(fault, t)
    : store.isNameMissing
      ? t('collect.page.nameHint')
      : isUnlisted
        ? t('collect.page.notOnList')
        : undefined
  return (
    <View className="collect-name-form">
      <Field
        label={t('collect.page.name')}
        value={store.name}
        error={error}
        disabled={store.isSending}
        onChange={(typed) => store.setName(typed)}
      />
      {suggestions.length > 0 ? (
        <View className="collect-chips" role="group" aria-label={t('collect.page.suggestions')}>
          {suggestions.map((name) => (
            <View key={name} className="collect-chip" role="button" onClick={() => store.setName(name)}>
              {name}
            </View>
          ))}
        </View>
      ) : null}
      <View role="status">
        {store.isOfOtherUser && !fault ? (
          <View className="collect-signs-in">
            <View className="collect-texts">{t('collect.page.signsIn', { name: store.name.trim() })}</View>
            {app.session.user === null ? (
              <TextButton
                label={t('collect.page.signIn')}
                disabled={store.isSending}
                onPress={() => void signInHere(app)}
              />
            ) : null}
          </View>
        ) : null}
      </View>
    </View>
  )
})
