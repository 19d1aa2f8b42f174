import type { BaseInfo } from '@/contract/entities'
import type { Dependencies } from '../dependencies'
import { itemPresenter } from '../presenters/items/viewedItem'
import { presentPreview } from '../presenters/landing/preview'
import { previewOf } from '../services/landing/preview'

/**
 * Tags for chats and search engines on the page of a link: title, text and picture if the link is open to everybody and has no password. Otherwise,
 * and for a missing link, only the product's name. Search engines must not list the page.
 */
export async function sharePageTags(
  ports: Pick<Dependencies, 'db' | 'clock' | 'sign'>,
  uniqueName: string,
  { product_name: product, base_url: base }: Pick<BaseInfo, 'product_name' | 'base_url'>,
): Promise<string> {
  const seen = await previewOf(ports, uniqueName)
  const preview = seen && presentPreview(seen, itemPresenter(seen.actor, { ...ports, office: null })(seen.first))
  const more = preview !== null && preview.count > 1 ? ` +${preview.count - 1}` : ''
  const tags = [
    ['og:type', 'website'],
    ['og:site_name', product],
    ['og:title', preview ? `${preview.title}${more}` : product],
    ...(preview?.description ? [['og:description', preview.description]] : []),
    ...(preview?.image ? [['og:image', `${base}${preview.image}`]] : []),
  ]
  return [
    '<meta name="robots" content="noindex">',
    ...tags.map(([name, value]) => `<meta property="${name}" content="${attribute(value!)}">`),
  ].join('')
}

/** Escapes a text for the quotes of an attribute. */
export function attribute(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
