export interface ExparserNode {
  $$: Element
  is: string
  id: string
  dataset: Record<string, unknown>
  data: Record<string, unknown>
  ownerShadowRoot?: unknown
  _vt?: { tagName: string; attrs: { name: string; value: unknown }[]; event: Record<string, unknown> }
}
