import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { Field } from '@/components/fields/Field'
import { useWords } from '@/components/ui/context'
import { wordMessage } from '@/screens/app/wording'
import type { HandInStore } from '@/stores/fileRequests/HandInStore'

/** The contributor's name: chosen from the list, or typed. */
export const NameForm = observer(function NameForm({ store }: { store: HandInStore }) {
  const t = useWords<'collect'>()
  const { fault, suggestions } = store
  const isUnlisted =
    store.collect?.is_listed_only === true && store.name.trim() !== '' && suggestions.length === 0 && !store.isListed
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
    </View>
  )
})
