import type { Frame } from './layout.page';
import type { ShownProvider } from './provider';

interface Props {
  provider: ShownProvider;
  icons: Frame['providerIcons'];
}

/** The icon of a provider: the one of the operator, the mark of the provider, or the first letter of its name. */
export function ProviderMark({ provider: { id, label }, icons }: Props) {
  const icon = icons[id];
  if (!icon) return <Monogram name={label} />;
  if (icon.isPicture) return <img class="mark" src={icon.href} alt="" />;
  return (
    <svg class="mark" aria-hidden="true">
      <use href={icon.href} />
    </svg>
  );
}

/** Stands for a provider or an application without a picture. */
export const Monogram = ({ name }: { name: string }) => (
  <span class="mark monogram" aria-hidden="true">
    {[...name][0]?.toLocaleUpperCase()}
  </span>
);
