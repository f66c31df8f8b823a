/** Letters of other scripts that look like a Latin one and can make two names look equal. */
const lookalikes: Readonly<Record<string, string>> = Object.fromEntries(
  (
    [
      ['a', 'аɑα'],
      ['b', 'ЬƄ'],
      ['c', 'сϲⅽ'],
      ['d', 'ԁⅾ'],
      ['e', 'еҽ'],
      ['g', 'ɡց'],
      ['h', 'һհ'],
      ['i', 'іıɩⅰι'],
      ['j', 'јϳ'],
      ['k', 'κк'],
      ['l', 'ⅼӏا'],
      ['m', 'ⅿ'],
      ['n', 'ոп'],
      ['o', 'оοօᴏ'],
      ['p', 'рρ'],
      ['q', 'ԛգ'],
      ['r', 'гᴦ'],
      ['s', 'ѕꜱ'],
      ['t', 'тτ'],
      ['u', 'υսᴜ'],
      ['v', 'νѵᴠⅴ'],
      ['w', 'ԝѡᴡ'],
      ['x', 'хⅹ'],
      ['y', 'уүγ'],
      ['z', 'ᴢ'],
      ['A', 'АΑ'],
      ['B', 'ВΒ'],
      ['C', 'СϹⅭ'],
      ['D', 'Ⅾ'],
      ['E', 'ЕΕ'],
      ['H', 'НΗ'],
      ['I', 'ІΙⅠ'],
      ['J', 'Ј'],
      ['K', 'КΚK'],
      ['L', 'Ⅼ'],
      ['M', 'МΜⅯ'],
      ['N', 'Ν'],
      ['O', 'ОΟ'],
      ['P', 'РΡ'],
      ['S', 'Ѕ'],
      ['T', 'ТΤ'],
      ['V', 'Ѵ'],
      ['X', 'ХΧⅩ'],
      ['Y', 'ΥҮ'],
      ['Z', 'Ζ'],
      ['-', '‐‑‒–—―−'],
      ['_', '＿'],
      ['.', '․'],
    ] as const
  ).flatMap(([latin, others]) => [...others].map((other) => [other, latin])),
);
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}]/gu;

/** Two names with the same skeleton look alike. ASCII names are their own skeleton. */
export function skeleton(name: string): string {
  if (/^[\x20-\x7e]*$/.test(name)) return name;
  const plain = name.normalize('NFKD').replaceAll(invisible, '').replaceAll(/\p{M}/gu, '');
  return [...plain].map((letter) => (Object.hasOwn(lookalikes, letter) ? lookalikes[letter] : letter)).join('');
}
