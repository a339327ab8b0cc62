import { Vocabulary } from '../../src/platform/runtime/vocabulary';

interface Word {
  readonly name: string;
  readonly means: string;
}

describe('a vocabulary', () => {
  const open = () => new Vocabulary<Word>('word');

  it('has the words of all features, in their order', () => {
    const words = open();
    const login = words.define({ logged_in: { means: 'b' } });
    const mail = words.define({ asked: { means: 'a' } });
    words.fill([login, mail]);
    expect(words.all()).toEqual([
      { name: 'logged_in', means: 'b' },
      { name: 'asked', means: 'a' },
    ]);
    expect(words.find('asked')).toBe(mail.asked);
  });

  it('can have them in the order of their names', () => {
    const words = new Vocabulary<Word>('word', 'names');
    words.fill([words.define({ logged_in: { means: 'b' } }), words.define({ asked: { means: 'a' } })]);
    expect(words.names()).toEqual(['asked', 'logged_in']);
  });

  it('does not know a word of another version, nor a name that every object has', () => {
    const words = open();
    words.fill([]);
    expect(words.find('removed')).toBeNull();
    expect(words.find('constructor')).toBeNull();
  });

  it('refuses a word that two features declare', () => {
    const words = open();
    const twice = words.define({ asked: { means: 'a' } });
    expect(() => words.fill([twice, words.define({ asked: { means: 'b' } })])).toThrow(
      'two features declare the word asked',
    );
  });

  it('is not empty by mistake', () => {
    expect(() => open().all()).toThrow('word: no feature is composed');
    expect(() => open().find('asked')).toThrow('word: no feature is composed');
  });
});
