import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from "@dnd-kit/sortable";
import type { KeyboardEvent } from "react";
import { useOneStop } from "@/kit/use-one-stop";
import { useAppDispatch } from "@/lib/state/hooks";
import { categoriesOrdered } from "@/lib/state/ui-slice";
import type { CategoryWithFeatures } from "./categories";
import { CategoryButton, GRIP } from "./category-button";
import styles from "./category-list.module.css";

/** The list scrolls under what is carried only near its edges: a place in sight stays where it is aimed at. */
const AUTO_SCROLL = { threshold: { x: 0, y: 0.1 } };

export default function SortableCategories({ ordered }: { ordered: CategoryWithFeatures[] }) {
  const dispatch = useAppDispatch();
  const ids = ordered.map(({ category }) => category.id);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const { container, stop } = useOneStop(ids[0] ?? "");
  const walk = (event: KeyboardEvent<HTMLUListElement>) => {
    // While a category is carried, the arrow keys move it.
    if (!event.currentTarget.querySelector("[data-dragging=true]")) container.onKeyDown(event);
  };
  const drop = ({ active, over }: DragEndEvent) => {
    if (!over || active.id === over.id) return;
    dispatch(categoriesOrdered(arrayMove(ids, ids.indexOf(String(active.id)), ids.indexOf(String(over.id)))));
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      autoScroll={AUTO_SCROLL}
      accessibility={{ announcements: announcements(ordered) }}
      onDragEnd={drop}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        <ul className={styles.list} {...container} onKeyDown={walk}>
          {ordered.map((entry) => (
            <SortableRow key={entry.category.id} {...entry} stop={stop} />
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  );
}

/** What is said while a category is carried: its name and its place among all. */
export function announcements(ordered: readonly CategoryWithFeatures[]): Announcements {
  const ids: UniqueIdentifier[] = ordered.map(({ category }) => category.id);
  const name = ({ id }: { id: UniqueIdentifier }) =>
    ordered[ids.indexOf(id)]?.category.display_name ?? "The category";
  const place = ({ id }: { id: UniqueIdentifier }) => `position ${ids.indexOf(id) + 1} of ${ids.length}`;
  return {
    onDragStart: ({ active }) => `${name(active)} picked up at ${place(active)}`,
    onDragOver: ({ active, over }) => (over ? `${name(active)} moved to ${place(over)}` : undefined),
    onDragEnd: ({ active, over }) => `${name(active)} dropped at ${place(over ?? active)}`,
    onDragCancel: ({ active }) => `${name(active)} put back at ${place(active)}`,
  };
}

function SortableRow({ stop, ...entry }: CategoryWithFeatures & Pick<ReturnType<typeof useOneStop>, "stop">) {
  const { category } = entry;
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id: category.id });
  const style = {
    transform: transform ? `translate3d(0, ${transform.y}px, 0)` : undefined,
    transition,
    zIndex: isDragging ? 1 : undefined,
  };
  const grip = (
    <button
      type="button"
      ref={setActivatorNodeRef}
      className={styles.grip}
      {...attributes}
      {...listeners}
      {...stop(`${category.id} grip`)}
      aria-label={`Reorder ${category.display_name}`}
    >
      {GRIP}
    </button>
  );
  return (
    <li ref={setNodeRef} style={style} className={styles.row} data-dragging={isDragging}>
      <CategoryButton {...entry} stop={stop} grip={grip} />
    </li>
  );
}
