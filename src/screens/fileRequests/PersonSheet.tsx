import { View } from '@tarojs/components'
import { observer } from 'mobx-react'
import { Avatar } from '@/components/ui/Avatar'
import { MenuList, type MenuEntry } from '@/components/sheets/MenuList'
import { Sheet } from '@/components/sheets/Sheet'
import { SheetHead } from '@/components/sheets/SheetHead'
import { useWords } from '@/components/ui/context'
import { useApp } from '@/screens/app/AppContext'
import { wordAgo } from '@/screens/app/wording'
import type { FileRequestDetails } from '@/stores/fileRequests/FileRequestDetails'
import type { OverlayStore } from '@/stores/app/OverlayStore'
import { wordPerson } from './FileRequestPeople'

interface Props {
  details: FileRequestDetails
  overlays: OverlayStore
}

/** A person of a collecting link: their files, and releasing their name for another device. */
export const PersonSheet = observer(function PersonSheet({ details, overlays }: Props) {
  const app = useApp()
  const t = useWords<'collect'>()
  const { feedback, platform } = app
  const person = details.personOf(overlays.valueFor('collectperson'))
  if (!person) return null
  const close = () => overlays.close('collectperson')

  async function release() {
    if (!person) return
    await close()
    const agreed = await feedback.confirm(
      { text: t('collect.person.releaseText', { name: person.name }) },
      { title: { text: t('collect.person.release') } },
    )
    if (agreed && (await details.release(person))) feedback.toast({ text: t('collect.person.released') })
  }

  async function remove() {
    if (!person) return
    await close()
    const agreed = await feedback.confirm(
      { text: t('collect.person.removeText', { name: person.name }) },
      {
        title: { text: t('collect.person.removeTitle') },
        confirm: { text: t('collect.person.remove') },
        isDanger: true,
      },
    )
    if (agreed && (await details.remove(person))) feedback.toast({ text: t('collect.person.removed') })
  }

  const entries: (MenuEntry | false)[] = [
    ...person.files.map(({ typed_id, name, at }) => ({
      key: typed_id,
      icon: 'file' as const,
      label: name,
      value: wordAgo(app, at, t),
      onSelect: () =>
        void close().then(() => platform.navigate.push({ page: 'preview', fileId: Number(typed_id.slice(5)) })),
    })),
    person.is_claimed &&
      !person.is_user && {
        key: 'release',
        icon: 'refresh-cw',
        label: t('collect.person.release'),
        onSelect: () => void release(),
      },
    person.files.length === 0 && {
      key: 'remove',
      icon: 'x',
      label: t('collect.person.remove'),
      danger: true,
      onSelect: () => void remove(),
    },
  ]
  return (
    <Sheet label={person.name} onClose={() => void close()}>
      <SheetHead
        picture={<Avatar userId={person.id} name={person.name} />}
        title={person.name}
        text={wordPerson(app, person, t)}
      />
      <View className="collect-files-menu">
        <MenuList entries={entries.filter((entry) => entry !== false)} />
      </View>
    </Sheet>
  )
})
