import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { useEffect, useState } from 'react'
import { Avatar } from '@/components/Avatar'
import { Button } from '@/components/Button'
import { Empty } from '@/components/Empty'
import { Field } from '@/components/Field'
import { LoadFailed } from '@/components/LoadFailed'
import { Skeleton } from '@/components/Skeleton'
import { TextButton } from '@/components/TextButton'
import type { PicturedPerson } from '@/contract/enterprises'
import { loadAccountWords } from '@/i18n/account/load'
import { needLazyWords } from '@/i18n/lazy/load'
import { useApp } from '@/screens/AppContext'
import { usePackageWords } from '@/screens/usePackageWords'
import { wordMessage } from '@/screens/wordMessage'
import { PicturedPeople } from '@/stores/session/PicturedPeople'

/** Where an administrator takes pictures of others away (CONT-03). */
export const PicturesScreen = observer(function PicturesScreen() {
  const { api, feedback } = useApp()
  const t = usePackageWords(loadAccountWords)
  const [store] = useState(() => new PicturedPeople(api))
  const [words, setWords] = useState('')
  useEffect(needLazyWords, [])
  useEffect(() => void store.search(''), [store])
  const { people, phase, fault } = store

  async function remove({ id, name }: PicturedPerson) {
    const title = { text: t('picture.removeOf') }
    const agreed = { title, confirm: { text: t('logo.remove') }, isDanger: true }
    const isAgreed = await feedback.confirm({ text: t('picture.removeOfText', { name }) }, agreed)
    if (isAgreed && (await store.remove(id))) feedback.toast({ text: t('logo.removed') })
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
      {phase === 'loading' && people.length === 0 ? <Skeleton rows={5} /> : null}
      {phase === 'ready' && people.length === 0 ? <Empty icon="info" title={t('picture.none')} /> : null}
      {people.length > 0 ? (
        <View className="security-card audit-list" role="list">
          {people.map((person) => (
            <PictureRow key={person.id} person={person} onRemove={() => void remove(person)} />
          ))}
        </View>
      ) : null}
      {phase === 'failed' ? (
        <LoadFailed text={fault ? wordMessage(fault, t) : undefined} onRetry={() => void store.search(words)} />
      ) : null}
      {store.hasMore && phase !== 'failed' && people.length > 0 ? (
        <View className="security-submit">
          <Button tone="weak" label={t('audit.more')} loading={phase === 'loading'} onPress={() => void store.more()} />
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
