/** Where a list lies: the union of both texts (decisions 3.4). */
export type Space = 'own' | 'collab' | 'external' | 'frequent' | 'trash' | 'search' | 'folder' | 'dept'
