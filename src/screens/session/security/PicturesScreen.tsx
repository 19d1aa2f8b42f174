import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { useEffect, useState } from 'react'
import { Avatar } from '@/components/ui/Avatar'
import { Button } from '@/components/ui/Button'
import { Empty } from '@/components/frame/Empty'
import { Field } from '@/components/fields/Field'
import { Skeleton } from '@/components/ui/Skeleton'
import { TextButton } from '@/components/ui/TextButton'
import type { PicturedPerson } from '@/contract/enterprise/enterprises'
import { loadAccountWords } from '@/i18n/session/load'
import { needLazyWords } from '@/i18n/lazy/load'
import { useApp } from '@/screens/app/AppContext'
import { LoadFailed } from '@/screens/app/LoadFailed'
import { useDisposable } from '@/screens/app/useDisposable'
import { usePackageWords } from '@/screens/app/usePackageWords'
import { PicturedPeople, type PicturedRow } from '@/stores/enterprise/PicturedPeople'

/** An administrator removes pictures of others (CONT-03). */
export const PicturesScreen = observer(function PicturesScreen() {
  const { api, feedback, platform } = useApp()
  const t = usePackageWords(loadAccountWords)
  const store = useDisposable(() => new PicturedPeople({ api, feedback, clock: platform.clock }))
  const [words, setWords] = useState('')
  useEffect(needLazyWords, [])
  useEffect(() => void store.search(''), [store])
  const { pages } = store
  const { held, isEmpty, phase, error } = pages
  const hasFailed = phase === 'failed' || held.hasFailed

  async function remove(person: PicturedRow) {
    const title = { text: t('picture.removeOf') }
    const agreed = { title, confirm: { text: t('logo.remove') }, isDanger: true }
    const isAgreed = await feedback.confirm({ text: t('picture.removeOfText', { name: person.name }) }, agreed)
    if (isAgreed && (await store.remove(person))) feedback.toast({ text: t('logo.removed') })
  }

  return (
    <View className="security">
      <View className="security-text">{t('picture.othersText')}</View>
      <Field
        label={t('audit.user')}
        value={words}
        confirmType="search"
        onChange={(text) => {
          setWords(text)
          if (text === '') void store.search('')
        }}
        onConfirm={() => void store.search(words)}
      />
      {phase === 'loading' ? <Skeleton rows={5} /> : null}
      {isEmpty ? <Empty icon="info" title={t('picture.none')} /> : null}
      {held.rows.length > 0 ? (
        <View className="security-card audit-list" role="list">
          {held.rows.map((person) => (
            <PictureRow key={person.id} person={person} onRemove={() => void remove(person)} />
          ))}
        </View>
      ) : null}
      {hasFailed ? <LoadFailed error={error} onRetry={() => void pages.retry()} /> : null}
      {phase === 'ready' && !hasFailed && !isEmpty && !held.isComplete ? (
        <View className="security-submit">
          <Button
            tone="weak"
            label={t('audit.more')}
            loading={held.asked !== null}
            onPress={() => void pages.loadMore()}
          />
        </View>
      ) : null}
    </View>
  )
})

function PictureRow({ person, onRemove }: { person: PicturedPerson; onRemove(): void }) {
  const t = usePackageWords(loadAccountWords)
  const { id, name, login, avatar } = person
  return (
    <View className="security-row" role="listitem">
      <Avatar userId={id} name={name} picture={avatar} />
      <View className="security-row-label picture-name">
        <View>{name}</View>
        <View className="security-row-text">{login}</View>
      </View>
      <TextButton label={t('logo.remove')} onPress={onRemove} />
    </View>
  )
}
