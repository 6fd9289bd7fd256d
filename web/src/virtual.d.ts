declare module 'virtual:words' {
  type Chapters = Record<string, Record<string, string>>;
  type Fetch = () => Promise<{ default: Chapters }>;
  /** By language and piece, what fetches its chapters. */
  const pieces: Record<import('./lib/protocol').Locale, Record<'first' | 'lessons' | 'review', Fetch>>;
  export default pieces;
}
