import { Image } from '@tarojs/components'
import { observer } from 'mobx-react'
import { useEffect } from 'react'
import { useApp } from '@/screens/app/AppContext'
import type { PageAddresses } from '@/stores/previews/PageAddresses'

/** Added to the address of a page: a small picture (server/routes/previews/representations). */
const SMALL = '&size=64'

interface Props {
  pages: PageAddresses
  /** From 0. */
  index: number
  isSmall: boolean
}

/** The picture of a page, as large as its box. */
export const PagePhoto = observer(function PagePhoto({ pages, index, isSmall }: Props) {
  const { platform } = useApp()
  useEffect(() => pages.want([index]), [pages, index])
  const { address } = pages.picture(index)
  if (address === null) return null
  return (
    <Image
      className="pages-photo"
      src={platform.origin + address + (isSmall ? SMALL : '')}
      mode="aspectFit"
      aria-hidden
      onError={() => pages.onPictureFailed(index)}
    />
  )
})
