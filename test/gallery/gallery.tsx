import { UiProvider } from '#renderer/ui/ui-provider.tsx';
import { actionSections, messageSections } from './actions.tsx';
import { choiceSections } from './choices.tsx';
import { fieldSections } from './fields.tsx';
import { frameSections, layerSections } from './frames.tsx';
import { byteSections, listSections } from './lists.tsx';
import { markSections } from './marks.tsx';
import { plotSections } from './plots.tsx';
import { SectionView } from './specimen.tsx';

const sections = [
  ...actionSections,
  ...fieldSections,
  ...choiceSections,
  ...markSections,
  ...messageSections,
  ...layerSections,
  ...frameSections,
  ...listSections,
  ...byteSections,
  ...plotSections,
];

/** Every primitive of the interface in every state. */
export function Gallery() {
  return (
    <UiProvider>
      {/* Contains positioned children, which would otherwise make the document scroll. */}
      <div className="relative h-full overflow-y-auto">
        <main className="mx-auto flex max-w-[1180px] flex-col gap-6 p-5">
          <h1 className="text-title font-semibold">Gallery</h1>
          <nav aria-label="Sections" className="flex flex-wrap gap-x-3 gap-y-1">
            {sections.map(({ id, title }) => (
              <a key={id} href={`#${id}`} className="text-accent underline">
                {title}
              </a>
            ))}
          </nav>
          {sections.map((section) => (
            <SectionView key={section.id} section={section} />
          ))}
        </main>
      </div>
    </UiProvider>
  );
}
